/// The steps of a path through folders and symbolic links, in their current state.
package struct PathWalk: Sendable {
    /// More links than that are a loop.
    private static let mostLinks = 40

    /// The folders, the links, and the file on the path, in order, as far as it leads.
    package private(set) var states: [FileState] = []
    /// What to watch; empty unless it was asked for.
    private(set) var paths: Set<WatchedPath> = []
    /// Whether the last state is that of the path's end.
    private(set) var hasArrived = false
    private var folder: String
    private var links = 0
    /// Whether all steps so far exist, so that others can follow.
    private var leadsOn = true
    private let collectsPaths: Bool

    package init(_ path: String) {
        self.init(from: path, collectsPaths: false)
        follow(Self.steps(of: path), endsInFolder: false)
    }

    /// The steps to a folder, which ``continued(to:)`` follows to its files.
    init(toFolder path: String) {
        self.init(from: path, collectsPaths: false)
        follow(Self.steps(of: path), endsInFolder: true)
    }

    /// The steps with what to watch on them.
    init(watching path: String) {
        self.init(from: path, collectsPaths: true)
        insert(.folder(folder))
        follow(Self.steps(of: path), endsInFolder: false)
    }

    private init(from path: String, collectsPaths: Bool) {
        folder = path.hasPrefix("/") ? "/" : WorkingFolder.path
        self.collectsPaths = collectsPaths
    }

    /// The same steps, and the last one of a path in the folder.
    func continued(to name: String) -> PathWalk {
        guard leadsOn else { return self }
        var walk = self
        walk.follow([name], endsInFolder: false)
        return walk
    }

    private mutating func follow(_ steps: [String], endsInFolder: Bool) {
        var steps = steps
        while let step = steps.popLast() {
            if step == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            let full = folder == "/" ? "/" + step : folder + "/" + step
            var status = stat()
            guard SystemCalls.linkStatus(of: full, &status) == 0 else {
                insert(.entry(folder: folder, name: step))
                leadsOn = false
                return
            }
            states.append(FileState(status))
            if status.isLink {
                insert(.entry(folder: folder, name: step))
                links += 1
                guard links <= Self.mostLinks, let target = SystemCalls.target(ofLink: full) else {
                    leadsOn = false
                    return
                }
                if target.hasPrefix("/") { folder = "/" }
                steps += Self.steps(of: target)
            } else if steps.isEmpty, !endsInFolder {
                insert(.entry(folder: folder, name: step))
                if status.isRegular { insert(.file(full)) }
                hasArrived = true
            } else {
                folder = full
                insert(.folder(full))
            }
        }
    }

    private mutating func insert(_ path: WatchedPath) {
        if collectsPaths { paths.insert(path) }
    }

    /// The next component last.
    private static func steps(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
    }

    private static func parent(of folder: String) -> String {
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        return parent.isEmpty ? "/" : parent
    }
}

/// Walks along several paths for one comparison: those in the same folder share the steps to it, which are looked at once.
package struct PathWalks {
    private var last: (folder: String, walk: PathWalk)?

    package init() {}

    /// The states of everything on the path, and of the file at its end.
    mutating func states(of path: String) -> [FileState] {
        guard let (folder, name) = Self.parts(of: path) else { return PathWalk(path).states }
        if last?.folder != folder { last = (folder, PathWalk(toFolder: folder)) }
        return last?.walk.continued(to: name).states ?? []
    }

    /// The folder of a file and its name in it; nil for a path that ends otherwise.
    static func parts(of path: String) -> (folder: String, name: String)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return nil }
        let name = path[path.utf8.index(after: slash)...]
        if name.isEmpty || name == "." || name == ".." { return nil }
        return (String(path[..<slash]), String(name))
    }
}

/// The folder for relative paths.
package enum WorkingFolder {
    package static var path: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        // A folder whose name is not UTF-8 has no path that could be stored.
        return String(validatingCString: path) ?? "."
    }

    /// The path, which is independent of the current folder.
    package static func absolute(_ path: String, in folder: String) -> String {
        if path.hasPrefix("/") { return path }
        return path.isEmpty ? folder : folder + "/" + path
    }
}
