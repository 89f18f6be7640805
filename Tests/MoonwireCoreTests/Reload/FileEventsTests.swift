import Foundation
import MoonwireCore
import TestSupport
import Testing

/// Waiting for files, and being told to stop.
@Suite(.timeLimit(.minutes(10))) struct FileEventsTests {
    private static func events() throws -> [any FileEvents] {
        var all: [any FileEvents] = [try #require(PolledFiles(every: .seconds(3600)))]
        #if os(Linux)
            all.append(try #require(NotifiedFiles()))
        #endif
        return all
    }

    @Test func cancellingEndsTheWaitOfAnotherThreadAndEveryLaterOne() throws {
        for events in try Self.events() {
            let said = Collected<FileEvent>()
            onThreads(2) { number in
                if number == 0 { said.append(events.wait(atMost: nil)) } else { events.cancel() }
            }
            #expect(said.elements == [.cancelled])
            #expect(events.wait(atMost: nil) == .cancelled)
            #expect(events.wait(atMost: .milliseconds(1)) == .cancelled)
        }
    }

    @Test func aWaitWithALimitEndsQuietly() throws {
        for events in try Self.events() { #expect(events.wait(atMost: .milliseconds(1)) == .quiet) }
    }

    @Test func pollingSaysAgainAndAgainThatSomethingMayHaveChanged() throws {
        let events = try #require(PolledFiles(every: .milliseconds(1)))
        for _ in 0..<3 { #expect(events.wait(atMost: nil) == .changed) }
    }

    #if os(Linux)
        @Test func onlyTheNamesThatAreFollowedCount() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let events = try #require(NotifiedFiles())
            events.follow([WatchedPlace(folder: folder.path, name: "followed.lua")])
            try "text".write(to: folder.appending(path: "other.lua"), atomically: false, encoding: .utf8)
            #expect(events.wait(atMost: .milliseconds(20)) == .quiet)
            try "text".write(to: folder.appending(path: "followed.lua"), atomically: false, encoding: .utf8)
            #expect(events.wait(atMost: nil) == .changed)
            events.follow([])
            while events.wait(atMost: .milliseconds(20)) == .changed {}
            try "again".write(to: folder.appending(path: "followed.lua"), atomically: false, encoding: .utf8)
            #expect(events.wait(atMost: .milliseconds(20)) == .quiet)
        }

        /// Nothing happens in an empty folder that is moved or deleted, but where its path leads to changes.
        @Test(arguments: [true, false]) func aFolderThatGoesCounts(isMoved: Bool) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { for left in [folder, folder + "-moved"] { try? FileManager.default.removeItem(atPath: left) } }
            let events = try #require(NotifiedFiles())
            events.follow([WatchedPlace(folder: folder, name: "missing.lua")])
            #expect(events.wait(atMost: .milliseconds(1)) == .quiet)
            if isMoved {
                try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
            } else {
                try FileManager.default.removeItem(atPath: folder)
            }
            #expect(events.wait(atMost: nil) == .changed)
        }
    #endif

    @Test func droppingOrCancellingAWatchStopsItsEvents() throws {
        let container = try Container(layers: [], types: TypeRegistry([]))
        for isDropped in [true, false] {
            let events = try #require(PolledFiles(every: .seconds(3600)))
            var watch: Watch? = Watch(container, events, settle: .milliseconds(1))
            if isDropped { watch = nil } else { watch?.cancel() }
            #expect(events.wait(atMost: nil) == .cancelled)
            _ = watch
        }
    }
}
