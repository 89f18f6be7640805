import Moonwire

/// All pages of a site, in order, with the properties that templates use.
public final class Edition: Sendable, Exposed {
    let info: SiteInfo
    let content: Content
    let theme: String
    /// The written pages, then the lists of folders.
    let pages: [SitePage]
    /// The dated pages, newest first.
    let posts: [SitePage]
    private let navigation: Navigation

    init(
        info: SiteInfo, content: Content, theme: String, pageLength: Int, written: [SitePage],
        lists: ServiceProvider<SitePage>
    ) throws {
        self.info = info
        self.content = content
        self.theme = theme
        let sorted = written.sorted { $0.precedes($1) }
        let lists = FolderLists(content: content, info: info, pageLength: pageLength, makePage: lists)
        pages = try sorted + lists.lists(of: sorted)
        posts = sorted.filter { $0.date != nil }.sorted { ($0.date ?? "", $1.address) > ($1.date ?? "", $0.address) }
        navigation = Navigation(pages: pages, info: info, length: pageLength)
    }

    public static let exposure = Exposure(Edition.self, documentation: "The site as a whole, as templates get it.") {
        Property("title", \.info.title)
        Property("description", \.info.description)
        Property("author", \.info.author)
        Property("language", \.info.language)
        Property("link", \.info.address).documented("Where the site will be.")
        Property("theme", \.theme).documented("auto, light or dark.")
        Property("pages", \.pages)
        Property("posts", \.posts).documented("The pages that are of a day, the newest first.")
        Property("has_posts", get: { !$0.posts.isEmpty })
        Method("navigation", "page") { (edition: Edition, page: SitePage) in edition.navigation.groups(around: page) }
            .documented("A table for each folder: title, link, current, and entries with the same three.")
    }
}
