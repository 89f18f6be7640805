import Foundation
import Moonwire

/// Reads the pages of a folder: Markdown with front matter, without hidden files.
///
/// - Exposes: read
public final class FolderReader: Sendable, Exposed {
    private let folder: String
    private let include: [String]
    private let skip: Set<String>
    private let assets: Set<String>
    private let showsDrafts: Bool
    private let log: BuildLog

    init(
        folder: String, include: [String] = ["."], skip: [String] = [], assets: [String] = [], drafts: Bool = false,
        log: BuildLog
    ) {
        self.folder = folder
        self.include = include
        self.skip = Set(skip)
        self.assets = Set(assets)
        showsDrafts = drafts
        self.log = log
    }

    /// Throws ``Problem`` for a missing folder, and ``Problems`` for pages that cannot be read.
    public func read() throws -> Content {
        let found = try paths()
        let paths = found.filter(Self.isMarkdown)
        log.begin("reading", paths.count)
        let pages = try concurrentMap(paths) { path in
            Result { [self] in
                defer { log.advance() }
                return try Page(path: path, in: folder, text: try text(path))
            }
        }.values()
        let assets = found.filter { !Self.isMarkdown($0) }
        return try Content(folder: folder, pages: pages.filter { showsDrafts || !$0.isDraft }, assets: assets)
    }

    /// The pages, and the files that are copied into the site.
    ///
    /// Throws ``Problem`` for a missing folder or included path.
    public func paths() throws -> [String] {
        guard Self.isFolder(folder) else { throw Problem.missingFolder(folder) }
        return try Set(include.flatMap { try files($0) }).filter { Self.isMarkdown($0) || isAsset($0) }.sorted()
    }

    /// The files at or under a path of the folder.
    private func files(_ path: String) throws -> [String] {
        let relative = path == "." ? "" : path
        let full = SitePath.join(folder, relative)
        guard FileManager.default.fileExists(atPath: full) else {
            throw Problem.missingInclude(path, in: folder, near: names(in: ""))
        }
        return Self.isFolder(full) ? walk(relative) : [relative]
    }

    private func walk(_ path: String) -> [String] {
        names(in: path).flatMap { name -> [String] in
            let inner = SitePath.join(path, name)
            guard !name.hasPrefix("."), !skip.contains(inner) else { return [] }
            let full = SitePath.join(folder, inner)
            guard Self.isFolder(full) else { return [inner] }
            // A site in the folder is not one of its pages.
            return FileManager.default.fileExists(atPath: SitePath.join(full, Inventory.name)) ? [] : walk(inner)
        }
    }

    private func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: SitePath.join(folder, path)).sorted()) ?? []
    }

    private func text(_ path: String) throws -> String {
        let file = folder == "." ? path : SitePath.join(folder, path)
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            throw Problem.unreadable(file, error)
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Problem.notUnicode(file, line: Self.firstInvalidLine(of: data))
        }
        // From here on there is only one line ending.
        return text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text
    }

    private static func firstInvalidLine(of data: Data) -> Int {
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    /// Whether a file is copied into the site: by its extension, or because it was named itself.
    private func isAsset(_ path: String) -> Bool {
        include.contains(path) || SitePath.fileExtension(of: path).map(assets.contains) == true
    }

    private static func isMarkdown(_ path: String) -> Bool {
        ["md", "markdown"].contains(SitePath.fileExtension(of: path))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
