#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A name in a folder, whose appearance, change or loss may change what a path leads to.
package struct WatchedPlace: Hashable, Sendable {
    package let folder: String
    package let name: String

    package init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// Every place on the way of a path that may come to mean something else: the file itself, each symbolic link on the
    /// way to it, and the first step that is missing.
    package static func places(of path: String) -> Set<WatchedPlace> {
        var walk = Walk()
        walk.go(path)
        return walk.places
    }

    private struct Walk {
        /// More links than that are a loop.
        private static let mostLinks = 40

        var places: Set<WatchedPlace> = []
        private var folder = ""
        private var links = 0

        mutating func go(_ path: String) {
            var steps = Self.steps(of: path)
            if folder.isEmpty || path.hasPrefix("/") { folder = path.hasPrefix("/") ? "/" : Self.workingFolder }
            while !steps.isEmpty {
                let step = steps.removeFirst()
                let full = folder == "/" ? "/" + step : folder + "/" + step
                var status = stat()
                guard lstat(full, &status) == 0 else {
                    places.insert(WatchedPlace(folder: folder, name: step))
                    return
                }
                if status.st_mode & S_IFMT == S_IFLNK {
                    places.insert(WatchedPlace(folder: folder, name: step))
                    links += 1
                    guard links <= Self.mostLinks, let target = Self.target(of: full) else { return }
                    if target.hasPrefix("/") { folder = "/" }
                    steps = Self.steps(of: target) + steps
                } else if steps.isEmpty {
                    places.insert(WatchedPlace(folder: folder, name: step))
                } else {
                    folder = step == ".." ? Self.parent(of: folder) : full
                }
            }
        }

        private static func steps(of path: String) -> [String] {
            path.split(separator: "/").map(String.init).filter { $0 != "." }
        }

        private static func parent(of folder: String) -> String {
            let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
            return parent.isEmpty ? "/" : parent
        }

        private static func target(of link: String) -> String? {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(link, &buffer, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        private static var workingFolder: String {
            guard let path = getcwd(nil, 0) else { return "/" }
            defer { free(path) }
            return String(cString: path)
        }
    }
}
