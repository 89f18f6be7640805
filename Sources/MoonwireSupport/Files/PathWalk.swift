/// The steps of a path through folders and symbolic links, in their current state.
package struct PathWalk {
    /// More links than that are a loop.
    private static let mostLinks = 40

    /// The folders, the links, and the file on the path, in order, as far as it leads.
    package private(set) var states: [FileState] = []
    private(set) var paths: Set<WatchedPath> = []
    /// Whether the last state is that of the path's end.
    private(set) var hasArrived = false
    private var folder: String
    private var links = 0

    package init(_ path: String) {
        folder = path.hasPrefix("/") ? "/" : WorkingFolder.path
        paths.insert(.folder(folder))
        var steps = Self.steps(of: path)
        while let step = steps.popLast() {
            if step == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            let full = folder == "/" ? "/" + step : folder + "/" + step
            var status = stat()
            guard SystemCalls.linkStatus(of: full, &status) == 0 else {
                paths.insert(.entry(folder: folder, name: step))
                return
            }
            states.append(FileState(status))
            if status.isLink {
                paths.insert(.entry(folder: folder, name: step))
                links += 1
                guard links <= Self.mostLinks, let target = SystemCalls.target(ofLink: full) else { return }
                if target.hasPrefix("/") { folder = "/" }
                steps += Self.steps(of: target)
            } else if steps.isEmpty {
                paths.insert(.entry(folder: folder, name: step))
                if status.isRegular { paths.insert(.file(full)) }
                hasArrived = true
            } else {
                folder = full
                paths.insert(.folder(full))
            }
        }
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
