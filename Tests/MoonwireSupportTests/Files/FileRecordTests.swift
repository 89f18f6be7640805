import Foundation
import MoonwireSupport
import TestSupport
import Testing

/// Whether a file is still what was read of it.
@Suite(.timeLimit(.minutes(10))) struct FileRecordTests {
    private let folder: ScratchFolder

    init() throws {
        folder = ScratchFolder()
        folder.write("one", to: "top/data/file.lua")
        folder.write("two", to: "top/next/file.lua")
        folder.link("top/now", to: "data")
    }

    /// What may happen to the way, and to the file at its end.
    enum Change: CaseIterable {
        case write, append, exchange, remove, swapLink, swapFolder, swapAncestor, forbid, touch, nothing
    }

    private func apply(_ change: Change) {
        let file = folder.path("top/data/file.lua")
        switch change {
        case .write: folder.write("six", to: "top/data/file.lua")
        case .append: folder.write("one more", to: "top/data/file.lua")
        case .exchange: folder.move("top/next/file.lua", to: "top/data/file.lua")
        case .remove: unlink(file)
        case .swapLink:
            folder.link("top/new", to: "next")
            folder.move("top/new", to: "top/now")
        case .swapFolder:
            folder.move("top/data", to: "top/old")
            folder.move("top/next", to: "top/data")
        case .swapAncestor:
            folder.write("three", to: "other/data/file.lua")
            folder.link("other/now", to: "data")
            folder.move("top", to: "old")
            folder.move("other", to: "top")
        case .forbid: chmod(file, 0)
        case .touch: utimes(file, nil)
        case .nothing: break
        }
    }

    /// The file, read alone or after another one in the same folder.
    private func read(afterAnother: Bool) throws -> FileRecord {
        let path = folder.path("top/now/file.lua")
        guard afterAnother else { return FileRecord(reading: path, limit: 100) }
        let reader = FolderReader(try ConfinedFolder(folder.path))
        _ = reader.record(reading: folder.path("top/now/none.lua"), limit: 100)
        return reader.record(reading: path, limit: 100)
    }

    @Test(arguments: Change.allCases, [false, true]) func changeOfEachPartOfAPathIsDetected(
        change: Change, afterAnother: Bool
    ) throws {
        let record = try read(afterAnother: afterAnother)
        #expect(record.text == "one")
        #expect(record.isCurrent && !record.hasChanged)
        apply(change)
        #expect(record.isCurrent == (change == .nothing))
        // Whoever may read everything is not kept from it by the file's mode.
        let mayRead = change == .forbid && geteuid() == 0
        #expect(record.hasChanged == (change != .touch && change != .nothing && !mayRead))
    }

    @Test(arguments: Change.allCases) func changeIsDetectedWithoutTheTextOfTheFile(change: Change) {
        let whole = FileRecord(reading: folder.path("top/now/file.lua"), limit: 100)
        let record = whole.withoutText
        #expect(record.text == "")
        #expect(record.isCurrent && !record.hasChanged)
        #expect(record.isSameReading(as: whole) && whole.isSameReading(as: record))
        apply(change)
        #expect(record.isCurrent == (change == .nothing))
        let mayRead = change == .forbid && geteuid() == 0
        #expect(record.hasChanged == (change != .touch && change != .nothing && !mayRead))
        let next = FileRecord(reading: folder.path("top/now/file.lua"), limit: 100)
        #expect(record.isSameReading(as: next) == (change == .nothing))
    }

    @Test func filesOfSeveralFoldersAreReadAndComparedTogether() throws {
        let reader = FolderReader(try ConfinedFolder(folder.path))
        let names = ["top/data/file.lua", "top/next/file.lua", "top/now/file.lua", "top/next/none.lua"]
        let records = names.map { reader.record(reading: folder.path($0), limit: 100) }
        #expect(records.map(\.text) == ["one", "two", "one", nil])
        func areUntouched() -> [Bool] {
            var walks = PathWalks()
            return records.map { $0.isUntouched(in: &walks) }
        }
        #expect(areUntouched() == [true, true, true, true])
        folder.write("three", to: "top/next/none.lua")
        #expect(areUntouched() == [true, true, true, false])
        folder.link("top/new", to: "next")
        folder.move("top/new", to: "top/now")
        #expect(areUntouched() == [true, true, false, false])
    }

    @Test func createdFileIsDetected() {
        let record = FileRecord(reading: folder.path("top/now/late.lua"), limit: 100)
        #expect(record.content == .failure(.missing))
        #expect(record.isCurrent && !record.hasChanged)
        folder.write("", to: "top/data/late.lua")
        #expect(!record.isCurrent && record.hasChanged)
    }

    /// Nobody could wait for such a file to be read, nor keep it.
    @Test func fileThatExceedsTheLimitIsNotRead() throws {
        folder.write("", to: "huge.lua")
        try #require(truncate(folder.path("huge.lua"), 4 << 30) == 0)
        let record = FileRecord(reading: folder.path("huge.lua"), limit: 16 << 20)
        #expect(record.content == .failure(.tooLarge(16 << 20)))
        #expect(record.isCurrent && !record.hasChanged)
    }

    @Test(arguments: [(99, true), (100, true), (101, false), (5000, false)])
    func fileOfExactlyTheLimitIsRead(size: Int, isRead: Bool) {
        folder.write(String(repeating: "a", count: size), to: "file.lua")
        let record = FileRecord(reading: folder.path("file.lua"), limit: 100)
        #expect(record.content.map(\.count) == (isRead ? .success(size) : .failure(.tooLarge(100))))
    }

    /// Nobody ever writes the pipe, and reading a device may never end.
    @Test(arguments: [true, false]) func pipesDevicesAndFoldersAreRefusedAtOnce(isConfined: Bool) throws {
        mkfifo(folder.path("pipe"), 0o600)
        let root = try isConfined ? ConfinedFolder("/") : nil
        let paths = [folder.path("pipe"), "/dev/zero", "/dev/tty", folder.path("top")]
        for path in paths {
            #expect(FileRecord(reading: path, in: root, limit: 100).content == .failure(.notRegular))
        }
    }

    @Test(arguments: [true, false]) func loopOfLinksIsReported(isConfined: Bool) throws {
        folder.link("one", to: "two")
        folder.link("two", to: "one")
        let root = try isConfined ? ConfinedFolder(folder.path) : nil
        for path in ["one", "one/file.lua"] {
            #expect(FileRecord(reading: folder.path(path), in: root, limit: 100).content == .failure(.loop))
        }
    }

    @Test func fileThatIsNotUTF8IsRefused() throws {
        let refusals: [([UInt8], FileRefusal)] = [
            ([0x61, 0xFF], .notUnicode), ([0xFF, 0xFE, 0x61, 0x00], .utf16), ([0xFE, 0xFF, 0x00, 0x61], .utf16),
        ]
        for (bytes, refusal) in refusals {
            try Data(bytes).write(to: URL(filePath: folder.path("file.lua")))
            #expect(FileRecord(reading: folder.path("file.lua"), limit: 100).content == .failure(refusal))
        }
    }
}

extension FileRecord {
    /// As in a comparison of several files, of which another one in the folder comes first.
    fileprivate var isCurrent: Bool {
        var walks = PathWalks()
        _ = FileRecord(remembering: "", of: path + ".other").isUntouched(in: &walks)
        return isCurrent(in: &walks)
    }
}
