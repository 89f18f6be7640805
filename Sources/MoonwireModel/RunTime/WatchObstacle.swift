/// Why the system does not tell of every change of the files.
package enum WatchObstacle: Hashable, Sendable {
    case noNotifications
    /// There are as many watches as the user may have.
    case exhausted
    /// Something on the way to the files may not be watched.
    case denied(String)
    /// The folder is on a file system that others change, too.
    case remote(String)
}
