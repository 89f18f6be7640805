/// What must be watched, as its change may change what a path leads to.
package enum WatchedPath: Hashable, Sendable {
    /// A name in a folder, whose appearance, change, or loss counts.
    case entry(folder: String, name: String)
    /// A folder on the way, which may be moved.
    case folder(String)
    /// A file, which may be written through another name.
    case file(String)

    /// Everything on the way of a path: the file itself, each folder and each symbolic link that leads to it, and the first
    /// step that is missing.
    package static func paths(of path: String) -> Set<WatchedPath> { PathWalk(path).paths }
}
