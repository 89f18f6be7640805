/// Paths inside a folder or a site: relative, with slashes, never leading out.
enum SitePath {
    /// The folder of a path; empty for the outermost one.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The last component of a path.
    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The extension of the name in lowercase; nil without one.
    static func fileExtension(of path: String) -> String? {
        let name = name(of: path)
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }

    static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

    /// The folders of a path, from the outermost on, which is empty.
    static func ancestors(of path: String) -> [String] {
        var folder = folder(of: path)
        var result = [folder]
        while !folder.isEmpty {
            folder = self.folder(of: folder)
            result.append(folder)
        }
        return result.reversed()
    }

    /// The target of a relative path from a folder; nil if it leads out.
    static func resolve(_ path: String, from folder: String) -> String? {
        var steps = folder.isEmpty ? [] : folder.split(separator: "/")
        for step in path.split(separator: "/") where step != "." {
            if step != ".." {
                steps.append(step)
            } else if steps.popLast() == nil {
                return nil
            }
        }
        return steps.joined(separator: "/")
    }

    /// Whether a path leads to a file inside.
    static func isInside(_ path: String) -> Bool { !path.isEmpty && resolve(path, from: "") == path }

    /// The relative path from a page to another file of the site.
    static func relative(_ target: String, from page: String) -> String {
        let start = page.split(separator: "/").dropLast()
        let end = target.split(separator: "/", omittingEmptySubsequences: false)
        let shared = zip(start, end.dropLast()).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - shared)
        return (up + end.dropFirst(shared).map(String.init)).joined(separator: "/")
    }
}
