import Foundation

/// The list of a site's files, kept in the site: other files are never overwritten or removed.
struct Inventory {
    static let name = ".almanac"

    let paths: Set<String>

    /// The list in a folder; nil if there is none.
    init?(in folder: String) {
        guard let data = FileManager.default.contents(atPath: SitePath.join(folder, Self.name)) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        // Whoever wrote the list, nothing outside the site is removed because of it.
        paths = Set(lines.filter(SitePath.isInside))
    }

    static func file(_ paths: [String]) -> SiteFile {
        SiteFile(path: name, text: paths.sorted().map { $0 + "\n" }.joined())
    }
}
