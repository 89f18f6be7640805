import Moonwire

/// An Atom feed of the dated pages.
public final class Feed: SiteExtra, Exposed {
    private let path: String
    private let length: Int

    init(path: String = "feed.xml", length: Int = 20) {
        self.path = path
        self.length = length
    }

    /// Empty without such pages, because a feed needs the date of its last change.
    public func files(for edition: Edition) -> [SiteFile] {
        guard let newest = edition.posts.first else { return [] }
        let info = edition.info
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>\(HTMLText.escaped(info.title))</title>
            <subtitle>\(HTMLText.escaped(info.description))</subtitle>
            <id>\(HTMLText.escaped(info.address))/</id>
            <link href="\(HTMLText.escaped(info.address))/"/>
            <link rel="self" href="\(HTMLText.escaped("\(info.address)/\(path)"))"/>
            <updated>\(Self.moment(newest))</updated>
            <author><name>\(HTMLText.escaped(info.author.isEmpty ? info.title : info.author))</name></author>
            \(edition.posts.prefix(length).map { entry($0, info) }.joined(separator: "\n"))
            </feed>

            """
        return [SiteFile(path: path, text: text)]
    }

    private func entry(_ page: SitePage, _ info: SiteInfo) -> String {
        let address = HTMLText.escaped("\(info.address)/\(page.address.percentEncoded)")
        return """
            <entry>
            <title>\(HTMLText.escaped(page.title))</title>
            <id>\(address)</id>
            <link href="\(address)"/>
            <updated>\(Self.moment(page))</updated>
            <summary>\(HTMLText.escaped(page.summary))</summary>
            </entry>
            """
    }

    private static func moment(_ page: SitePage) -> String { "\(page.date ?? "")T00:00:00Z" }
}
