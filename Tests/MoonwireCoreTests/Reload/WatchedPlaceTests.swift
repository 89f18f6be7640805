import Foundation
import MoonwireCore
import Testing

/// Which names in which folders decide what a path leads to.
@Suite struct WatchedPlaceTests {
    private let folder: String

    init() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made.appending(path: "real"), withIntermediateDirectories: true)
        try "text".write(to: made.appending(path: "real/file.lua"), atomically: true, encoding: .utf8)
        folder = made.resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private func places(_ path: String) -> Set<String> {
        Set(
            WatchedPlace.places(of: folder + "/" + path).map {
                ($0.folder + "/" + $0.name).replacing(folder + "/", with: "")
            })
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
    }

    @Test func aPlainFile() { #expect(places("real/file.lua") == ["real/file.lua"]) }

    @Test func aFileThatIsMissing() { #expect(places("real/gone.lua") == ["real/gone.lua"]) }

    @Test func aFolderThatIsMissing() { #expect(places("gone/deep/file.lua") == ["gone"]) }

    @Test func aLinkedFile() throws {
        try link("file.lua", to: "real/file.lua")
        #expect(places("file.lua") == ["file.lua", "real/file.lua"])
    }

    @Test func aLinkedFolderThroughAnother() throws {
        try link("now", to: "data")
        try link("data", to: folder + "/real")
        #expect(places("now/file.lua") == ["now", "data", "real/file.lua"])
    }

    @Test func aLinkUpwards() throws {
        try link("real/up.lua", to: "../real/file.lua")
        #expect(places("real/up.lua") == ["real/up.lua", "real/file.lua"])
    }

    @Test func linksInACircle() throws {
        try link("one", to: "two")
        try link("two", to: "one")
        #expect(places("one/file.lua") == ["one", "two"])
    }
}
