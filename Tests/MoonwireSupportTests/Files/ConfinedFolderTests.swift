import Foundation
import MoonwireSupport
import TestSupport
import Testing

/// Reading files of one folder only, however links lead.
@Suite(.timeLimit(.minutes(10))) struct ConfinedFolderTests {
    private let folder: ScratchFolder
    private let root: ConfinedFolder

    init() throws {
        folder = ScratchFolder()
        folder.write("inside", to: "root/parts/file.lua")
        folder.write("OUTSIDE", to: "out/file.lua")
        folder.write("OUTSIDE", to: "root-beside/file.lua")
        root = try ConfinedFolder(folder.path("root"))
    }

    private func read(_ path: String) -> FileRecord.Content {
        FileRecord(reading: folder.path(path), in: root, limit: 100).content
    }

    /// The same by a reader, which has the folder open; `other` is a file in it.
    private func readAgain(_ path: String, after other: String? = nil) -> FileRecord.Content {
        let reader = FolderReader(root)
        _ = reader.record(reading: folder.path(other ?? path), limit: 100)
        return reader.record(reading: folder.path(path), limit: 100).content
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
            #expect(readAgain(path) == .success("inside"), "\(path)")
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
            #expect(readAgain(path) == .failure(.outside), "\(path)")
        }
    }

    @Test func missingFileInAFolderIsReportedAsMissing() {
        folder.link("root/broken", to: "nowhere")
        for path in ["root/none", "root/none/file.lua", "root/parts/file.lua/file.lua", "root/broken"] {
            #expect(read(path) == .failure(.missing), "\(path)")
            #expect(readAgain(path) == .failure(.missing), "\(path)")
        }
    }

    /// What a name leads to when it is checked need not be what it leads to when it is opened.
    @Test(.enabled(if: Schedule.isAvailable), arguments: ["file.lua", "parts"])
    func fileOutsideTheFolderIsNotReadWhileLinksAreExchanged(name: String) {
        folder.write("inside", to: "root/file.lua")
        folder.link("link", to: folder.path(name == "parts" ? "out" : "out/file.lua"))
        let path = name == "parts" ? "root/parts/file.lua" : "root/file.lua"
        let contents: [FileRecord.Content] = [.success("inside"), .failure(.outside)]
        let found = exchanging("root/\(name)") { read(path) }
        #expect(found.allSatisfy { contents.contains($0) })
        #expect(contents.allSatisfy { found.contains($0) })
    }

    /// A folder that is open is read whatever its name leads to.
    @Test(.enabled(if: Schedule.isAvailable), arguments: ["file.lua", "parts"])
    func openFolderIsReadWhileLinksAreExchanged(name: String) {
        folder.write("inside", to: "root/file.lua")
        folder.link("link", to: folder.path(name == "parts" ? "out" : "out/file.lua"))
        let file = name == "parts" ? "root/parts/file.lua" : "root/file.lua"
        let contents: [FileRecord.Content] = [.success("inside"), .failure(.outside)]
        let found = exchanging("root/\(name)") {
            readAgain(file, after: name == "parts" ? "root/parts/none.lua" : "root/none.lua")
        }
        #expect(found.allSatisfy { contents.contains($0) })
        #expect(found.contains(.success("inside")))
    }

    @Test func recordOfAnOpenFolderThatWasExchangedIsNotCurrent() {
        let reader = FolderReader(root)
        folder.write("other", to: "root/next/file.lua")
        _ = reader.record(reading: folder.path("root/parts/none.lua"), limit: 100)
        folder.move("root/parts", to: "root/former")
        folder.move("root/next", to: "root/parts")
        let record = reader.record(reading: folder.path("root/parts/file.lua"), limit: 100)
        #expect(record.text == "inside")
        #expect(!record.isUntouched)
        folder.move("root/parts", to: "root/next")
        folder.move("root/former", to: "root/parts")
        #expect(record.isUntouched)
    }

    @Test func closedReaderOpensTheFolderAgain() {
        let reader = FolderReader(root)
        folder.write("other", to: "root/next/file.lua")
        _ = reader.record(reading: folder.path("root/parts/file.lua"), limit: 100)
        folder.move("root/parts", to: "root/former")
        folder.move("root/next", to: "root/parts")
        reader.close()
        let record = reader.record(reading: folder.path("root/parts/file.lua"), limit: 100)
        #expect(record.text == "other")
        #expect(record.isUntouched)
    }

    @Test(.enabled(if: Schedule.isAvailable)) func folderOutsideIsNotListedWhileLinksAreExchanged() {
        folder.write("OUTSIDE", to: "out/other.lua")
        folder.link("link", to: folder.path("out"))
        let lists = [["file.lua"], []]
        let found = exchanging("root/parts") { root.names(inFolder: folder.path("root/parts"), most: 10) }
        #expect(found.allSatisfy { $0.map(lists.contains) == true })
        #expect(lists.allSatisfy { found.contains($0) })
    }

    /// The results with a name that is exchanged for `link` before one system call and changed back before a later one: all such
    /// pairs of calls.
    private func exchanging<R>(_ name: String, _ body: () -> R) -> [R] {
        var results: [R] = []
        let count = SystemCallSchedule.calls { results.append(body()) }
        for first in 1...count {
            // A folder that is exchanged takes more calls.
            for last in first + 1...2 * count {
                var isExchanged = false
                func exchange() {
                    isExchanged.toggle()
                    folder.move(name, to: "aside")
                    folder.move("link", to: name)
                    folder.move("aside", to: "link")
                }
                SystemCallSchedule.calls {
                    results.append(body())
                } before: { call in
                    if call == first || call == last { exchange() }
                }
                if isExchanged { exchange() }
            }
        }
        return results
    }
}
