/// A file, a folder, or a link of files in memory.
struct Inode {
    enum Content {
        /// The inode numbers of its contents, by name.
        case folder([String: UInt64])
        case link(String)
        case file([UInt8])
    }

    /// Its location; nil for the root, and for a removed file that is still open.
    struct Name: Equatable {
        let folder: UInt64
        let name: String
    }

    var content: Content
    var name: Name?
    /// The times of the last write and of the last change, in the file system's resolution.
    var modified: Int64
    var changed: Int64
    /// The number of open descriptors, and of those for writing.
    var openings = 0
    var writers = 0

    var bytes: [UInt8] { if case .file(let bytes) = content { bytes } else { [] } }
    var entries: [String: UInt64] { if case .folder(let entries) = content { entries } else { [:] } }
    var isFolder: Bool { if case .folder = content { true } else { false } }
    var target: String? { if case .link(let target) = content { target } else { nil } }
}
