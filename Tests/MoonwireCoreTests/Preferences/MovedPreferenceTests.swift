import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Values of former keys: setting or resetting a preference while another thread reads it is not undone.
@Suite(.timeLimit(.minutes(10))) struct MovedPreferenceTests {
    private let moved = preference("A.new", 1, from: "old", line: 4)

    /// Whichever read it interrupts.
    @Test(arguments: 0..<4) func preferenceSetDuringAReadIsKept(_ reads: Int) throws {
        let store = InterruptedStore()
        store.memory.write(8, for: "old")
        let preferences = try Wiring.of(moved, in: store).container().preferences
        store.interrupt(after: reads) { #expect(throws: Never.self) { try preferences.set("A.new", to: 9) } }
        _ = try preferences.get("A.new", as: Int.self)
        // Interrupts what the reads before did not.
        _ = try preferences.get("A.new", as: Int.self)
        #expect(try preferences.get("A.new", as: Int.self) == 9)
        #expect(store.memory.contents == ["A.new": 9])
    }

    @Test(arguments: 0..<4) func preferenceResetDuringAReadStaysReset(_ reads: Int) throws {
        let store = InterruptedStore()
        store.memory.write(8, for: "old")
        let preferences = try Wiring.of(moved, in: store).container().preferences
        store.interrupt(after: reads) { #expect(throws: Never.self) { try preferences.reset("A.new") } }
        _ = try preferences.get("A.new", as: Int.self)
        _ = try preferences.get("A.new", as: Int.self)
        #expect(try preferences.get("A.new", as: Int.self) == 1)
        #expect(store.memory.contents == [:])
    }

    /// A read that finds neither key, as the value is moved in between, looks again.
    @Test func preferenceMovedDuringAReadIsFound() throws {
        let store = InterruptedStore()
        store.memory.write(8, for: "old")
        let preferences = try Wiring.of(moved, in: store).container().preferences
        store.interrupt { store.memory.move("old", to: "A.new") }
        #expect(try preferences.get("A.new", as: Int.self) == 8)
    }

    /// Each store is one of another process, as far as the lock of the file is concerned.
    @Test func preferenceSetByAnotherProcessDuringAMoveIsKept() throws {
        let folder = ScratchFolder()
        let path = folder.path("preferences.plist")
        let (one, other) = (FileStore(path: path), FileStore(path: path))
        for round in 0..<100 {
            try one.remove("new")
            try one.write(0, for: "old")
            let value = PlainValue.integer(Int64(round))
            let thread = TestThread { #expect(throws: Never.self) { try other.write(value, for: "new") } }
            try one.move("old", to: "new")
            thread.join()
            #expect(try one.read("new") == value)
            #expect(try one.read("old") == nil)
        }
    }

    @Test func storeThatCannotWriteReturnsTheFormerValueAndReportsItOnce() throws {
        let store = FragileStore()
        store.memory.write(8, for: "old")
        store.memory.write(7, for: "older")
        store.isReadOnly.withLock { $0 = true }
        let container = try Wiring.of(moved, preference("A.other", 1, from: "older", line: 5), in: store).container()
        for _ in 0..<2 {
            #expect(try container.preferences.get("A.new", as: Int.self) == 8)
            #expect(try container.preferences.get("A.other", as: Int.self) == 7)
        }
        #expect(
            container.diagnostics.entries.map(\.description) == [
                """
                test.lua:4: warning: preference "A.new": store "default" cannot move its value from key "old" to "A.new", \
                so it is read from "old": the disk is read-only
                """
            ])
        store.isReadOnly.withLock { $0 = false }
        try container.preferences.set("A.new", to: 3)
        #expect(store.memory.contents == ["A.new": 3, "older": 7])
    }

    @Test func aFileThatCannotBeWrittenGivesTheFormerValue() throws {
        let folder = ScratchFolder()
        try FileStore(path: folder.path("preferences.plist")).write(8, for: "old")
        // Nobody can lock this.
        try FileManager.default.removeItem(atPath: folder.path("preferences.plist.lock"))
        try FileManager.default.createDirectory(
            atPath: folder.path("preferences.plist.lock"), withIntermediateDirectories: false)
        let container = try Wiring.of(moved, in: FileStore(path: folder.path("preferences.plist"))).container()
        #expect(try container.preferences.get("A.new", as: Int.self) == 8)
        #expect(container.diagnostics.entries.count == 1)
    }
}
