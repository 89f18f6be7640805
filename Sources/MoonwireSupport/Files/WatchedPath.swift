/// A file or a name to watch, because its change may change the target of a path.
package enum WatchedPath: Hashable, Sendable {
    /// A name in a folder, whose creation, change, or removal matters.
    case entry(folder: String, name: String)
    /// A folder on the path, which may be moved.
    case folder(String)
    /// A file, which may be written through another name.
    case file(String)

    /// Everything on a path: the file itself, each folder and each symbolic link that leads to it, and the first missing component.
    package static func paths(of path: String) -> Set<WatchedPath> { PathWalk(watching: path).paths }
}
