import Foundation
import MoonwireSupport
import Testing

/// Which names in which folders decide what a path leads to.
@Suite struct WatchedPathTests {
    private let folder: String

    init() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made.appending(path: "real"), withIntermediateDirectories: true)
        try "text".write(to: made.appending(path: "real/file.lua"), atomically: true, encoding: .utf8)
        folder = made.resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private func places(_ path: String) -> Set<String> {
        Set(
            WatchedPath.paths(of: folder + "/" + path).compactMap { place in
                let path =
                    switch place {
                    case .entry(let folder, let name): folder + "/" + name
                    case .folder(let path): path + "/"
                    case .file(let path): path + "!"
                    }
                // Everything above the folder of the test is the same for all.
                return path.hasPrefix(folder + "/") && path != folder + "/"
                    ? path.replacing(folder + "/", with: "") : nil
            })
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
    }

    /// A folder far above may be moved, and another put in its place.
    @Test func watchedPathsIncludeAllParentFolders() {
        let places = WatchedPath.paths(of: "/usr/lib/none.lua")
        #expect(
            places.isSuperset(of: [.folder("/"), .folder("/usr"), .entry(folder: "/usr", name: "lib")])
                || places.isSuperset(of: [.folder("/"), .folder("/usr"), .folder("/usr/lib")]))
    }

    @Test func watchedPathsOfAFile() {
        #expect(places("real/file.lua") == ["real/", "real/file.lua", "real/file.lua!"])
    }

    @Test func watchedPathsOfAMissingFile() { #expect(places("real/gone.lua") == ["real/", "real/gone.lua"]) }

    @Test func watchedPathsOfAMissingFolder() { #expect(places("gone/deep/file.lua") == ["gone"]) }

    @Test func watchedPathsOfALinkedFile() throws {
        try link("file.lua", to: "real/file.lua")
        #expect(places("file.lua") == ["file.lua", "real/", "real/file.lua", "real/file.lua!"])
    }

    @Test func watchedPathsOfALinkToALinkedFolder() throws {
        try link("now", to: "data")
        try link("data", to: folder + "/real")
        #expect(places("now/file.lua") == ["now", "data", "real/", "real/file.lua", "real/file.lua!"])
    }

    @Test func watchedPathsOfALinkToAParentFolder() throws {
        try link("real/up.lua", to: "../real/file.lua")
        #expect(places("real/up.lua") == ["real/", "real/up.lua", "real/file.lua", "real/file.lua!"])
    }

    @Test func watchedPathsOfALoopOfLinks() throws {
        try link("one", to: "two")
        try link("two", to: "one")
        #expect(places("one/file.lua") == ["one", "two"])
    }
}
