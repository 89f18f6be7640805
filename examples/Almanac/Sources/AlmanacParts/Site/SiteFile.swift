import Foundation

/// A file of the site.
public struct SiteFile: Sendable, Hashable {
    public let path: String
    public let data: Data

    public init(path: String, data: Data) {
        self.path = path
        self.data = data
    }

    init(path: String, text: String) {
        self.init(path: path, data: Data(text.utf8))
    }
}

extension SiteFile {
    /// Writes the file without waiting for the disk, unlike Foundation; false, with `errno`, if that fails.
    func write(to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        return fclose(file) == 0 && count == data.count
    }
}

/// Creates files beside the pages.
public protocol SiteExtra: Sendable {
    func files(for edition: Edition) throws -> [SiteFile]
    /// The files that it copies, which a watch follows; without those of the folder of the pages, which is followed in any case.
    var sources: [String] { get }
}

extension SiteExtra {
    public var sources: [String] { [] }
}
