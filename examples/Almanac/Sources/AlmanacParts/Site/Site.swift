import Moonwire

/// A complete site: all its files, and the broken links.
public final class Site: Sendable, Exposed {
    public let files: [SiteFile]
    public let pages: [SitePage]
    public let deadLinks: [Problem]

    init(files: [SiteFile], pages: [SitePage], deadLinks: [Problem]) {
        self.files = files
        self.pages = pages
        self.deadLinks = deadLinks
    }

    public static let exposure = Exposure(Site.self, documentation: "A site that is ready to be written.") {
        Property("pages", \.pages)
        Property("dead_links", get: { $0.deadLinks.map(\.description) })
    }
}
