import Foundation

/// The list of a site's files, kept in the site: what it does not name is not ours to write over or to remove.
struct Inventory {
    static let name = ".almanac"

    let paths: Set<String>

    /// The list in a folder; nil when there is none.
    init?(in folder: String) {
        guard let data = FileManager.default.contents(atPath: SitePath.join(folder, Self.name)) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        // Whoever wrote the list, nothing outside of the site is removed because of it.
        paths = Set(lines.filter(SitePath.isInside))
    }

    static func file(_ paths: [String]) -> SiteFile {
        SiteFile(path: name, text: paths.sorted().map { $0 + "\n" }.joined())
    }
}
