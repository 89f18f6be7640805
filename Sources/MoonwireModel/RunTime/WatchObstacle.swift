/// Why the system does not report every change of the files.
package enum WatchObstacle: Hashable, Sendable {
    case noNotifications
    /// The user's limit of watches is reached.
    case exhausted
    /// A folder on the path of the files cannot be watched.
    case denied(String)
    /// The folder is on a file system that other machines change, too.
    case remote(String)
}
