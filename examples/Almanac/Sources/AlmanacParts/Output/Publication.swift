import Moonwire

/// The result of writing a site.
public final class Publication: Sendable, Exposed {
    public let folder: String
    public let pageCount: Int
    public let written: [String]
    public let removed: [String]
    public let unchangedCount: Int

    init(folder: String, pageCount: Int, written: [String], removed: [String], unchangedCount: Int) {
        self.folder = folder
        self.pageCount = pageCount
        self.written = written
        self.removed = removed
        self.unchangedCount = unchangedCount
    }

    public static let exposure = Exposure(Publication.self) {
        Property("folder", \.folder)
        Property("written", \.written)
        Property("removed", \.removed)
        Property("unchanged", \.unchangedCount)
    }
}

/// Publishes sites.
public protocol SiteWriting: Sendable {
    func write(_ site: Site) throws -> Publication
}
