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

/// Makes files that stand beside the pages.
public protocol SiteExtra: Sendable {
    func files(for edition: Edition) throws -> [SiteFile]
    /// The files that it takes over, which a watch follows; none of the folder of the pages, which is followed anyway.
    var sources: [String] { get }
}

extension SiteExtra {
    public var sources: [String] { [] }
}
