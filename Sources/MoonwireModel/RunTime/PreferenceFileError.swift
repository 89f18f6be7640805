/// The reason why a ``FileStore`` cannot read or write its file.
public struct PreferenceFileError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Problem: Sendable, Hashable {
        /// The file exists and is not a dictionary of a property list.
        case corrupt
        /// The path leads to a folder, a device, or a pipe.
        case notAFile
        /// The system does not let the file be read; the reason is the system's.
        case unreadable(reason: String)
        /// The system does not let the file be written; the reason is the system's.
        case unwritable(reason: String)
        /// The file has its new contents, but the system does not say that the folder is on the disk too; the reason is the
        /// system's. After a loss of power the old contents may be back.
        case unconfirmed(reason: String)
        /// Another process keeps the file locked.
        case locked
        /// The file has more than that many bytes, or would have after a write.
        case tooLarge(limit: Int)
    }

    /// The file.
    public let path: String
    /// What is wrong with the file.
    public let problem: Problem

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}
