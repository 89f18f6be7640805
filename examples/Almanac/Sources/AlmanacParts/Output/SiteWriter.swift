import Foundation
import Moonwire

/// Writes a site into a folder: all changed files are prepared before the first one is exchanged.
///
/// - Exposes: write
public final class SiteWriter: SiteWriting, Exposed {
    private let folder: String
    private let source: String

    /// Creates a writer to a folder; `source` is the folder of the pages, which is never overwritten.
    init(folder: String, source: String) {
        self.folder = folder
        self.source = source
    }

    /// Throws ``Problem`` for a folder that is not a site, and for files that cannot be written; then the site does not change.
    public func write(_ site: Site) throws -> Publication {
        let former = try inventory()
        let isChanged = concurrentMap(site.files) {
            FileManager.default.contents(atPath: self.path($0.path)) != $0.data
        }
        let changed = zip(site.files, isChanged).filter(\.1).map(\.0)
        let paths = Set(site.files.map(\.path))
        let removed = former.subtracting(paths).subtracting([Inventory.name]).sorted()
        let inventory = Inventory.file(Array(paths))
        if !changed.isEmpty || !removed.isEmpty || former != paths { try exchange(changed + [inventory]) }
        for path in removed { remove(path) }
        return Publication(
            folder: folder, pageCount: site.pages.count, written: changed.map(\.path), removed: removed,
            unchangedCount: site.files.count - changed.count)
    }

    /// The files that were written last time.
    private func inventory() throws -> Set<String> {
        if Self.real(folder) == Self.real(source) { throw Problem.siteOverPages(folder) }
        if let inventory = Inventory(in: folder) { return inventory.paths }
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard found.allSatisfy({ $0 == Self.stage }) else { throw Problem.notASite(folder) }
        return []
    }

    private func exchange(_ files: [SiteFile]) throws {
        let stage = path(Self.stage)
        // A killed process may have left its own.
        try? FileManager.default.removeItem(atPath: stage)
        defer { try? FileManager.default.removeItem(atPath: stage) }
        let folders = Set(files.map { SitePath.folder(of: $0.path) }).map { $0.isEmpty ? folder : path($0) }
        for folder in [stage] + folders.sorted() { try create(folder) }
        _ = try concurrentMap(Array(files.enumerated())) { number, file in
            Result {
                guard !file.write(to: stage + "/\(number)") else { return }
                throw Problem.unwritable(self.path(file.path), errno)
            }
        }.values()
        var exchange = FileExchange()
        for (number, file) in files.enumerated() {
            let target = path(file.path)
            if !exchange.put(stage + "/\(number)", at: target) { throw Problem.unwritable(target, errno) }
        }
    }

    private func create(_ folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Problem.unwritable(folder, error)
        }
    }

    /// Removes a file, and the folders that become empty.
    private func remove(_ name: String) {
        unlink(path(name))
        for folder in SitePath.ancestors(of: name).reversed() where !folder.isEmpty { rmdir(path(folder)) }
    }

    /// The folder in the site in which files are prepared.
    private static let stage = ".almanac-stage"

    private func path(_ name: String) -> String { SitePath.join(folder, name) }

    private static func real(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
}
