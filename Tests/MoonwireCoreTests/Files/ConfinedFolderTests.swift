import Foundation
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// Reading files of one folder only, however links lead.
@Suite(.timeLimit(.minutes(10))) struct ConfinedFolderTests {
    private let folder: Folder
    private let root: ConfinedFolder

    init() throws {
        folder = try Folder()
        folder.write("inside", "root/parts/file.lua")
        folder.write("OUTSIDE", "out/file.lua")
        folder.write("OUTSIDE", "root-beside/file.lua")
        root = try ConfinedFolder(folder.path("root"))
    }

    private func read(_ path: String) -> FileRecord.Content {
        FileRecord(reading: folder.path(path), in: root, limit: 100).content
    }

    @Test func linksThatEndInsideTheFolderAreFollowed() {
        folder.link("root/relative", to: "parts/file.lua")
        folder.link("root/absolute", to: folder.path("root/parts/file.lua"))
        folder.link("root/folder", to: folder.path("root/parts"))
        folder.link("root/parts/up", to: "../relative")
        folder.link("root/around", to: "../out/back/parts/file.lua")
        folder.link("out/back", to: "../root")
        folder.link("entry", to: "root")
        folder.link("root/entry", to: folder.path("entry/parts/file.lua"))
        for path in [
            "root/parts/file.lua", "root/relative", "root/absolute", "root/folder/file.lua", "root/parts/up",
            "root/around", "root/entry", "entry/relative",
        ] {
            #expect(read(path) == .success("inside"), "\(path)")
        }
    }

    @Test func linksThatEndOutsideTheFolderAreRefused() {
        folder.link("root/relative", to: "../out/file.lua")
        folder.link("root/absolute", to: folder.path("out/file.lua"))
        folder.link("root/folder", to: "../out")
        folder.link("root/beside", to: "../root-beside/file.lua")
        folder.link("root/through", to: folder.path("root/../out/file.lua"))
        folder.link("root/again", to: "relative")
        for path in [
            "root/relative", "root/absolute", "root/folder/file.lua", "root/beside", "root/through", "root/again",
        ] {
            #expect(read(path) == .failure(.outside), "\(path)")
        }
    }

    @Test func missingFileInAFolderIsReportedAsMissing() {
        folder.link("root/broken", to: "nowhere")
        for path in ["root/none", "root/none/file.lua", "root/parts/file.lua/file.lua", "root/broken"] {
            #expect(read(path) == .failure(.missing), "\(path)")
        }
    }

    /// What a name leads to when it is checked need not be what it leads to when it is opened.
    @Test(arguments: ["file.lua", "parts"]) func fileOutsideTheFolderIsNotReadWhileLinksAreExchanged(name: String) {
        let isOver = Lock(false)
        folder.write("inside", "root/file.lua")
        folder.link("link", to: folder.path(name == "parts" ? "out" : "out/file.lua"))
        let path = name == "parts" ? "root/parts/file.lua" : "root/file.lua"
        let outside = Counter()
        onThreads(2) { number in
            if number == 0 {
                for _ in 0..<3000 where read(path) == .success("OUTSIDE") { outside.add() }
                isOver.withLock { $0 = true }
            } else {
                while !isOver.withLock({ $0 }) {
                    folder.move("root/\(name)", to: "aside")
                    folder.move("link", to: "root/\(name)")
                    folder.move("root/\(name)", to: "link")
                    folder.move("aside", to: "root/\(name)")
                }
            }
        }
        #expect(outside.value == 0)
    }
}
