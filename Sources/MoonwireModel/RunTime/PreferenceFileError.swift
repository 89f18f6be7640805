/// The reason why a ``FileStore`` cannot read or write its file.
public struct PreferenceFileError: Error, Sendable, Hashable {
    /// The reason of the error.
    public enum Problem: Sendable, Hashable {
        /// The file exists and is not a dictionary of a property list.
        case corrupt
        /// The path leads to a folder, a device, or a pipe.
        case notAFile
        /// The file cannot be read; the reason is the system's.
        case unreadable(reason: String)
        /// The file cannot be written; the reason is the system's.
        case unwritable(reason: String)
        /// The file has its new contents, but the system does not confirm that the folder is on the disk; the reason is the
        /// system's. After a loss of power, the file may have its old contents.
        case unconfirmed(reason: String)
        /// Another process keeps the file locked.
        case locked
        /// The file exceeds the limit in bytes, or would exceed it after a write.
        case tooLarge(limit: Int)
    }

    /// The path of the file.
    public let path: String
    /// The reason of the error.
    public let problem: Problem

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}
