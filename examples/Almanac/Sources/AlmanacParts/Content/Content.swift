import Moonwire

/// The contents of a folder: pages, and files that are copied into the site.
public final class Content: Sendable, Exposed {
    public let folder: String
    public let pages: [Page]
    public let assets: [String]
    let pagesByPath: [String: Page]
    /// The paths of pages and assets in the site.
    let places: Set<String>

    /// Throws ``Problems`` for pages with the same path.
    init(folder: String, pages: [Page], assets: [String]) throws {
        self.folder = folder
        self.pages = pages
        self.assets = assets
        var taken: [String: Page] = [:]
        var problems: [Problem] = []
        for page in pages {
            if let other = taken[page.address] { problems.append(.sameAddress(page, other)) }
            taken[page.address] = page
        }
        guard problems.isEmpty else { throw Problems(problems) }
        pagesByPath = Dictionary(pages.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        places = Set(taken.keys).union(assets)
    }

    /// The folders that contain pages, directly or indirectly; the outermost is empty.
    var folders: Set<String> { Set(pages.flatMap { SitePath.ancestors(of: $0.path) }) }

    /// The index of each folder that contains pages.
    var indexes: Set<String> { Set(folders.map { SitePath.join($0, "index.html") }) }

    public static let exposure = Exposure(Content.self) {
        Property("folder", \.folder)
        Property("pages", \.pages)
        Property("assets", \.assets)
    }
}
