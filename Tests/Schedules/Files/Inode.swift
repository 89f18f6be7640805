/// A file, a folder, or a link of files in memory.
struct Inode {
    enum Content {
        /// By name, the numbers of what it contains.
        case folder([String: UInt64])
        case link(String)
        case file([UInt8])
    }

    /// Where it is; nil for the root, and for what was removed and is still open.
    struct Name: Equatable {
        let folder: UInt64
        let name: String
    }

    var content: Content
    var name: Name?
    /// When it was written, and when anything about it changed, as the file system counts.
    var modified: Int64
    var changed: Int64
    /// How many descriptors are open, and how many of them are writers'.
    var openings = 0
    var writers = 0

    var bytes: [UInt8] { if case .file(let bytes) = content { bytes } else { [] } }
    var entries: [String: UInt64] { if case .folder(let entries) = content { entries } else { [:] } }
    var isFolder: Bool { if case .folder = content { true } else { false } }
    var target: String? { if case .link(let target) = content { target } else { nil } }
}
