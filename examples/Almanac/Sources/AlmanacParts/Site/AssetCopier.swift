import Foundation
import Moonwire

/// Copies the files beside the pages into the site.
public final class AssetCopier: SiteExtra, Exposed {

    public func files(for edition: Edition) throws -> [SiteFile] {
        try edition.content.assets.map { try SiteFile(path: $0, copyOf: SitePath.join(edition.content.folder, $0)) }
    }
}

/// Copies a whole folder into the site, such as a theme.
public final class FolderCopier: SiteExtra, Exposed {
    private let folder: String
    private let target: String

    init(folder: String, target: String) {
        self.folder = folder
        self.target = target
    }

    public func files(for edition: Edition) throws -> [SiteFile] {
        try names().map { try SiteFile(path: SitePath.join(target, $0), copyOf: SitePath.join(folder, $0)) }
    }

    public var sources: [String] { ((try? names()) ?? []).map { SitePath.join(folder, $0) } }

    private func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw Problem.unreadable(folder, error)
        }
    }
}

extension SiteFile {
    fileprivate init(path: String, copyOf source: String) throws {
        do {
            self.init(path: path, data: try Data(contentsOf: URL(filePath: source)))
        } catch {
            throw Problem.unreadable(source, error)
        }
    }
}
