import Foundation

/// A package's dependency on Moonwire: a clone by its path, or a repository by its URL.
struct MoonwireDependency {
    private enum Source { case path(String), url(String) }

    private let source: Source

    /// Throws ``UsageError`` if a path does not lead to Moonwire.
    init(_ location: String) throws {
        if location.contains("://") || location.hasPrefix("git@") {
            source = .url(location)
        } else {
            guard Self.isClone(location) else { throw UsageError.noClone(location) }
            source = .path(Self.absolute(location))
        }
    }

    /// The clone in which a program was built; nil if it was not built in one.
    static func clone(of program: URL?) -> String? {
        var folder = program?.resolvingSymlinksInPath().deletingLastPathComponent()
        while let candidate = folder, candidate.path != "/" {
            if isClone(candidate.path) { return candidate.path }
            folder = candidate.deletingLastPathComponent()
        }
        return nil
    }

    private static func isClone(_ path: String) -> Bool {
        ["Package.swift", "Sources/Moonwire"].allSatisfy { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
    }

    /// Without links, also those that lead to a folder that does not exist yet.
    private static func absolute(_ path: String) -> String {
        let url = URL(filePath: path).standardizedFileURL
        guard !FileManager.default.fileExists(atPath: url.path), url.path != "/" else {
            return url.resolvingSymlinksInPath().path
        }
        let parent = absolute(url.deletingLastPathComponent().path)
        return (parent == "/" ? "" : parent) + "/" + url.lastPathComponent
    }

    /// The name of the package in the dependencies of targets.
    var package: String {
        let location =
            switch source {
            case .path(let path): path
            case .url(let url): url
            }
        let name = location.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? location
        return (name.hasSuffix(".git") ? String(name.dropLast(4)) : name).lowercased()
    }

    /// The dependency as the manifest of the package in `folder` declares it.
    func declaration(in folder: String) -> String {
        switch source {
        case .path(let path): ".package(path: \(Self.path(path, from: Self.absolute(folder)).debugDescription))"
        case .url(let url): ".package(url: \(url.debugDescription), branch: \"main\")"
        }
    }

    /// The arguments with which `swift package add-dependency` adds it to the package in `folder`.
    func arguments(in folder: String) -> [String] {
        switch source {
        case .path(let path): [Self.path(path, from: Self.absolute(folder)), "--type", "path"]
        case .url(let url): [url, "--branch", "main"]
        }
    }

    func product(_ name: String) -> String { ".product(name: \"\(name)\", package: \(package.debugDescription))" }

    /// The path to a clone; nil for a repository.
    func path(in folder: String) -> String? {
        guard case .path(let path) = source else { return nil }
        return Self.path(path, from: Self.absolute(folder))
    }

    /// A relative path for what is near, so that both folders can be moved together.
    private static func path(_ path: String, from folder: String) -> String {
        let (target, start) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(target, start).prefix { $0 == $1 }.count
        let up = start.count - common
        guard up <= 2, common > 0 else { return path }
        let steps = [String](repeating: "..", count: up) + target.dropFirst(common).map(String.init)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}
