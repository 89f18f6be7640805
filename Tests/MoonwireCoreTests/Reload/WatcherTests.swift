import Foundation
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// How a watch lets changes settle, with events that the test plays itself.
@Suite(.timeLimit(.minutes(10))) struct WatcherTests {
    /// Plays events, and does something to the files before each.
    final class Script: FileEvents {
        typealias Step = (event: FileEvent, action: @Sendable () -> Void)

        private let steps: Lock<[Step]>
        /// The time that the events have taken.
        let time = Lock(ContinuousClock.now)
        let waits = Collected<Bool>()
        let limits = Collected<Duration?>()

        /// What is told while files are read, the last first.
        let disturbances = Lock<[FileEvent]>([])
        let interval: Duration?
        private let obstacle: WatchObstacle?

        init(_ steps: [Step], every interval: Duration? = nil, obstacle: WatchObstacle? = nil) {
            self.steps = Lock(steps)
            self.interval = interval
            self.obstacle = obstacle
        }

        func follow(_ places: Set<WatchedPath>) -> WatchObstacle? { obstacle }
        func cancel() {}

        func wait(atMost limit: Duration?) -> FileEvent {
            // Whether somebody writes while files are read: nobody does.
            if limit == .zero { return disturbances.withLock { $0.popLast() } ?? .quiet }
            waits.append(limit != nil)
            limits.append(limit)
            // As real events do, those that end a wait with a limit take their time.
            if let limit { time.withLock { $0 += limit } }
            let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            step?.action()
            return step?.event ?? .cancelled
        }
    }

    /// Plays the steps, and gives the texts that the reloads read.
    private func texts(_ steps: (URL) -> [Script.Step]) throws -> (read: [String], waits: [Bool]) {
        let file = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "one".write(to: file, atomically: true, encoding: .utf8)
        let source = TextSource(file: file)
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        let script = Script(steps(file))
        Watcher(container: container, events: script, settle: .milliseconds(1)) { script.time.withLock { $0 } }.run()
        return (source.texts.elements, script.waits.elements)
    }

    @Test func burstOfChangesIsReadOnce() throws {
        let (read, waits) = try texts { file in
            [
                (.changed, { write("t", to: file) }), (.changed, { write("tw", to: file) }),
                (.changed, { write("two", to: file) }), (.quiet, {}),
            ]
        }
        #expect(read == ["one", "two"])
        #expect(waits == [false, true, true, true, false])
    }

    @Test func anEventThatChangesNothingReloadsNothing() throws {
        let (read, waits) = try texts { file in [(.changed, { write("one", to: file) }), (.changed, {})] }
        #expect(read == ["one"])
        #expect(waits == [false, false, false])
    }

    @Test func anEmptyFileIsGivenTimeToBeWritten() throws {
        let (read, _) = try texts { file in
            [(.changed, { write("", to: file) }), (.quiet, {}), (.changed, { write("two", to: file) }), (.quiet, {})]
        }
        #expect(read == ["one", "two"])
    }

    @Test func aMissingFileIsGivenTimeToComeBack() throws {
        let (read, _) = try texts { file in
            [
                (.changed, { try? FileManager.default.removeItem(at: file) }), (.quiet, {}),
                (.replaced, { write("two", to: file) }), (.quiet, {}),
            ]
        }
        #expect(read == ["one", "two"])
    }

    @Test func aFileThatStaysEmptyIsReadInTheEnd() throws {
        let (read, _) = try texts { file in
            [(.changed, { write("", to: file) })] + Array(repeating: (.quiet, {}), count: 200)
        }
        #expect(read == ["one", ""])
    }

    @Test func aChangeThatNeverRestsIsReadInTheEnd() throws {
        let count = Counter()
        let (read, _) = try texts { file in
            Array(repeating: (.changed, { write("\(count.add())", to: file) }), count: 200)
        }
        #expect(read.count > 1 && read.count < 50)
    }

    /// Somebody empties the file and writes half of it, right after it was replaced.
    @Test(arguments: ["two, ha", "two, half and half"])
    func fileWrittenWhileItIsReadIsReadLater(whenClosed: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "one".write(to: file, atomically: true, encoding: .utf8)
        let source = TextSource(file: file)
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        let script = Script([
            (.replaced, { write("two, ha", to: file) }), (.quiet, {}), (.quiet, {}),
            (.changed, { write(whenClosed, to: file) }), (.quiet, {}),
        ])
        script.disturbances.withLock { $0 = [.writing] }
        Watcher(container: container, events: script) { script.time.withLock { $0 } }.run()
        #expect(source.texts.elements == ["one", "two, ha", whenClosed])
        #expect(container.diagnostics.entries.map(\.code) == [.reloaded])
    }

    /// The files change while they are read for the first time, and are what they were in the end.
    @Test func changeDroppedByACancelledWatchIsReadByTheNext() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "one".write(to: file, atomically: true, encoding: .utf8)
        let count = Counter()
        let source = TextSource(file: file) { if $0 == "two", count.add() == 1 { write("two", to: file) } }
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        let cancelled = Script([(.changed, { write("two", to: file) }), (.quiet, {})])
        cancelled.disturbances.withLock { $0 = [.cancelled, .quiet] }
        Watcher(container: container, events: cancelled, settle: .milliseconds(1)).run()
        #expect(source.texts.elements == ["one", "two", "two"])
        #expect(container.diagnostics.entries.isEmpty)
        Watcher(container: container, events: Script([(.quiet, {})]), settle: .milliseconds(1)).run()
        #expect(source.texts.elements == ["one", "two", "two", "two"])
        #expect(container.diagnostics.entries.map(\.code) == [.reloaded])
    }

    @Test func aChangeDuringAReloadIsSeenWithoutAnEvent() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "one".write(to: file, atomically: true, encoding: .utf8)
        let source = TextSource(file: file) { if $0 == "two" { write("three", to: file) } }
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        let script = Script([(.changed, { write("two", to: file) }), (.quiet, {}), (.quiet, {})])
        Watcher(container: container, events: script, settle: .milliseconds(1)).run()
        #expect(source.texts.elements == ["one", "two", "three"])
    }
}

@Sendable private func write(_ text: String, to file: URL) {
    try? text.write(to: file, atomically: true, encoding: .utf8)
}
