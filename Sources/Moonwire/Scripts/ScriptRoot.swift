import Foundation
import MoonwireCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The folder that scripts may read from; no name leads out of it, not even by way of a symbolic link.
struct ScriptRoot {
    /// Why a file could not be had.
    enum Refusal: Error {
        case notRelative
        case outside
        case missing
        case unreadable
        case notUnicode
    }

    /// The folder as the application named it.
    let folder: String
    private let real: String

    /// The folder with that path; throws when there is none.
    init(_ path: String) throws {
        guard let real = Self.realPath(path) else { throw Refusal.missing }
        self.real = real
        folder = path
    }

    /// The text of the file with that name, which lies in `folder` inside the root.
    func read(_ name: String, in folder: String) throws -> String {
        guard Self.isRelative(name) else { throw Refusal.notRelative }
        let path = folder.isEmpty ? name : folder + "/" + name
        guard let file = Self.realPath(path) else { throw Refusal.missing }
        guard file.hasPrefix(real + "/") || real == "/" else { throw Refusal.outside }
        return try Self.read(file)
    }

    /// The text of a file that the application names itself.
    static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileManager.default.fileExists(atPath: path) ? Refusal.unreadable : Refusal.missing
        }
        guard let text = String(validating: data, as: UTF8.self) else { throw Refusal.notUnicode }
        return text
    }

    /// The folder part of a path; empty when it has none.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func isRelative(_ name: String) -> Bool {
        guard !name.utf8.contains(0), !name.contains("\\") else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { step in
            !step.isEmpty && step != ".." && step != "."
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
