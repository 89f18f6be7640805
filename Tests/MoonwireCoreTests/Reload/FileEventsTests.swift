import Foundation
import MoonwireCore
import MoonwireSupport
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

    @Test func waitForFileEventsEndsAtItsLimit() throws {
        for events in try Self.events() { #expect(events.wait(atMost: .milliseconds(1)) == .quiet) }
    }

    #if os(Linux)
        @Test func systemErrorsBecomeWatchObstacles() throws {
            #expect(WatchObstacle(ENOSPC, at: "/x") == .exhausted)
            #expect(WatchObstacle(ENOMEM, at: "/x") == .exhausted)
            #expect(WatchObstacle(EACCES, at: "/x") == .denied("/x"))
            #expect(WatchObstacle(EINVAL, at: "/x") == .denied("/x"))
            // The folder that the system refuses to watch exists: it is a name that is too long for it.
            let events = try #require(NotifiedFiles())
            let long = "/" + String(repeating: "x", count: 300)
            #expect(events.follow([.entry(folder: long, name: "container.lua")]) == .denied(long))
            #expect(events.interval != nil)
            #expect(events.follow([.entry(folder: "/nowhere", name: "container.lua")]) == nil)
            #expect(events.interval == nil)
        }

        @Test func onlyEventsOfFollowedNamesEndAWait() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let events = try #require(NotifiedFiles())
            _ = events.follow([.entry(folder: folder.path, name: "followed.lua")])
            try "text".write(to: folder.appending(path: "other.lua"), atomically: false, encoding: .utf8)
            #expect(events.wait(atMost: .milliseconds(20)) == .quiet)
            try "text".write(to: folder.appending(path: "followed.lua"), atomically: false, encoding: .utf8)
            #expect(Self.closing(events) == .changed)
            _ = events.follow([])
            while events.wait(atMost: .milliseconds(20)) == .changed {}
            try "again".write(to: folder.appending(path: "followed.lua"), atomically: false, encoding: .utf8)
            #expect(events.wait(atMost: .milliseconds(20)) == .quiet)
        }

        /// Nothing happens in an empty folder that is moved or deleted, but where its path leads to changes.
        @Test(arguments: [true, false]) func removedOrMovedFolderEndsAWait(isMoved: Bool) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { for left in [folder, folder + "-moved"] { try? FileManager.default.removeItem(atPath: left) } }
            let events = try #require(NotifiedFiles())
            _ = events.follow([.entry(folder: folder, name: "missing.lua")])
            #expect(events.wait(atMost: .milliseconds(1)) == .quiet)
            if isMoved {
                try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
            } else {
                try FileManager.default.removeItem(atPath: folder)
            }
            #expect(events.wait(atMost: nil) == .replaced)
        }

        /// What is done to a watched file, or on the way to it, and what is told of it in the end.
        enum Deed: CaseIterable {
            case renamed, linked, swappedLink, created, written, stalled, throughHardLink, ancestorMoved, closedAtLast
            case renamedWhileOpen

            var event: FileEvent {
                switch self {
                case .renamed, .swappedLink, .linked, .ancestorMoved, .renamedWhileOpen: .replaced
                case .stalled, .created: .writing
                case .written, .throughHardLink, .closedAtLast: .changed
                }
            }
        }

        @Test(arguments: Deed.allCases) func fileEventNamesTheKindOfChange(deed: Deed) throws {
            let folder = ScratchFolder()
            folder.write("one", to: "top/deep/file.lua")
            folder.link("top/now", to: "deep")
            folder.make("elsewhere")
            link(folder.path("top/deep/file.lua"), folder.path("elsewhere/other.lua"))
            let name = deed == .created || deed == .linked ? "late.lua" : "file.lua"
            let path = folder.path("top/deep/\(name)")
            let events = try #require(NotifiedFiles())
            let obstacle = events.follow(WatchedPath.paths(of: folder.path("top/now/\(name)")))
            #expect(obstacle == nil)
            var file: Int32 = -1
            switch deed {
            case .renamed:
                folder.write("two", to: "top/new.lua")
                folder.move("top/new.lua", to: "top/deep/file.lua")
            case .renamedWhileOpen:
                file = open(folder.path("top/new.lua"), O_CREAT | O_WRONLY, 0o600)
                write(file, "two", 3)
                folder.move("top/new.lua", to: "top/deep/file.lua")
                #expect(events.wait(atMost: nil) == .replaced)
                // As a watch does, from then on the new file itself is followed, too.
                _ = events.follow(WatchedPath.paths(of: folder.path("top/now/\(name)")))
                close(file)
                file = -1
            case .linked: link(folder.path("elsewhere/other.lua"), path)
            case .swappedLink:
                folder.link("top/next", to: "deep")
                folder.move("top/next", to: "top/now")
            case .created: file = open(path, O_CREAT | O_WRONLY, 0o600)
            case .stalled: file = open(path, O_TRUNC | O_WRONLY)
            case .written: folder.write("two", to: "top/deep/file.lua")
            case .throughHardLink: folder.write("two", to: "elsewhere/other.lua")
            case .ancestorMoved: folder.move("top", to: "old")
            case .closedAtLast:
                for _ in 0..<2 {
                    file = open(path, O_TRUNC | O_WRONLY)
                    write(file, "two", 3)
                    // The first one may be closed late, as below.
                    while events.wait(atMost: nil) != .writing {}
                    close(file)
                }
                file = -1
            }
            #expect((deed.event == .changed ? Self.closing(events) : events.wait(atMost: nil)) == deed.event)
            if file >= 0 { close(file) }
        }
    #endif

    /// The event that follows when a file is closed.
    ///
    /// A program that another test starts has what this process has open until it runs.
    private static func closing(_ events: any FileEvents) -> FileEvent {
        var event = events.wait(atMost: nil)
        while event == .writing { event = events.wait(atMost: nil) }
        return event
    }

    /// A profiler may send signals all the time; other tests use the signals of users.
    @Test func aSignalDoesNotEndAWait() throws {
        signal(SIGIO) { _ in }
        for events in try Self.events() {
            let waiting = Lock<pthread_t?>(nil)
            let said = Collected<FileEvent>()
            onThreads(2) { number in
                if number == 0 {
                    // Whoever started this thread may have blocked all signals.
                    var signals = sigset_t()
                    sigemptyset(&signals)
                    sigaddset(&signals, SIGIO)
                    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                    waiting.withLock { $0 = pthread_self() }
                    said.append(events.wait(atMost: nil))
                } else {
                    for _ in 0..<20 {
                        if let thread = waiting.withLock({ $0 }) { pthread_kill(thread, SIGIO) }
                        usleep(2000)
                    }
                    events.cancel()
                }
            }
            #expect(said.elements == [.cancelled])
        }
    }

    @Test func droppingOrCancellingAWatchStopsItsEvents() throws {
        let container = try Container(layers: [], types: TypeRegistry([]))
        for isDropped in [true, false] {
            let events = try #require(PolledFiles(every: .seconds(3600)))
            var watch: Container.Watch? = Container.Watch(
                Watcher(container: container, events: events, settle: .milliseconds(1)), events)
            if isDropped { watch = nil } else { watch?.cancel() }
            #expect(events.wait(atMost: nil) == .cancelled)
            _ = watch
        }
    }
}
