import Foundation
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// How long a watch waits, which depends on what happened to the files.
@Suite(.timeLimit(.minutes(10))) struct SettlingTests {
    /// Plays events of a file, and gives what was read and for how long each wait was allowed to take.
    private func play(
        _ events: [FileEvent], settle: Duration? = nil, every interval: Duration? = nil,
        text: @escaping @Sendable (Int) -> String = { "\($0 + 1)" }
    ) throws -> (read: [String], limits: [Duration?]) {
        let folder = ScratchFolder()
        folder.write("0", to: "file")
        let source = Numbered(folder.path("file"))
        let container = try Container(
            source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
        let steps = events.enumerated().map { number, event in
            (event, { @Sendable in if event != .quiet { folder.write(text(number), to: "file") } })
        }
        let script = WatcherTests.Script(steps, every: interval)
        Watcher(container: container, events: script, settle: settle) { script.time.withLock { $0 } }.run()
        return (source.texts.elements, script.limits.elements)
    }

    @Test func aFileThatIsReplacedIsReadAtOnce() throws {
        let (read, limits) = try play([.replaced, .quiet])
        #expect(read == ["0", "1"])
        #expect(limits == [nil, .milliseconds(5), nil])
    }

    @Test func writtenFileRestsAfterItIsClosed() throws {
        let (read, limits) = try play([.changed, .quiet])
        #expect(read == ["0", "1"])
        #expect(limits == [nil, .milliseconds(100), nil])
    }

    /// Between half a file and the other half may lie seconds.
    @Test func aFileThatIsBeingWrittenIsNotRead() throws {
        let (read, _) = try play(
            [.writing] + Array(repeating: .quiet, count: 90) + [.writing, .quiet, .changed, .quiet])
        #expect(read == ["0", "94"])
    }

    @Test func aWriterThatNeverClosesTheFileIsNotAwaitedForever() throws {
        let (silent, _) = try play([.writing] + Array(repeating: .quiet, count: 200))
        #expect(silent == ["0", "1"])
        let (busy, _) = try play(Array(repeating: .writing, count: 1000))
        #expect(busy.count > 1 && busy.count < 5)
    }

    @Test func writtenFileMakesReplacedFilesRest() throws {
        let (read, limits) = try play([.replaced, .changed, .replaced, .quiet])
        #expect(read == ["0", "3"])
        #expect(limits == [nil, .milliseconds(5), .milliseconds(100), .milliseconds(100), nil])
    }

    /// A wait of 10 s consists of a hundred looks at the files, and not of two thousand.
    @Test func replacedEmptyFileIsCheckedRarely() throws {
        let (read, limits) = try play([.replaced] + Array(repeating: .quiet, count: 200)) { _ in "" }
        #expect(read == ["0", ""])
        #expect(limits.count(where: { $0 == .milliseconds(5) }) == 1)
        #expect(limits.count(where: { $0 == .milliseconds(100) }) == 100)
    }

    /// The rest of an edit whose first file was empty for a moment is as short as ever.
    @Test func aFileThatFollowsAnEmptyOneIsReadAtOnce() throws {
        let (read, limits) = try play([.replaced, .quiet, .quiet, .replaced, .quiet]) { $0 == 0 ? "" : "\($0)" }
        #expect(read == ["0", "3"])
        let rests = [5, 100, 100, 5].map { Duration.milliseconds($0) }
        #expect(limits == [nil] + rests + [nil])
    }

    @Test func settleTimeAppliesToAllChanges() throws {
        for event in [FileEvent.replaced, .changed] {
            let (read, limits) = try play([event, .quiet], settle: .milliseconds(30))
            #expect(read == ["0", "1"])
            #expect(limits == [nil, .milliseconds(30), nil])
        }
    }

    @Test func polledFilesRestForOneInterval() throws {
        let (read, limits) = try play([.replaced, .quiet], every: .milliseconds(500))
        #expect(read == ["0", "1"])
        #expect(limits == [.milliseconds(500), .milliseconds(500), .milliseconds(500)])
    }

    @Test func watchObstacleIsReportedOnceAndEditsAreRead() throws {
        let obstacles: [(WatchObstacle, String)] = [
            (.noNotifications, "the system provides no notifications of changes to this process"),
            (.exhausted, "the system's limit of watched files is reached"),
            (.denied("/x"), "\"/x\" cannot be watched"),
            (.remote("/x"), "other computers can change \"/x\" unnoticed"),
        ]
        for (obstacle, reason) in obstacles {
            let folder = ScratchFolder()
            folder.write("0", to: "file")
            let source = Numbered(folder.path("file"))
            let container = try Container(
                source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
            let nothing: WatcherTests.Script.Step = (.quiet, {})
            let script = WatcherTests.Script(
                [nothing, (.quiet, { folder.write("1", to: "file") }), nothing, nothing], every: .milliseconds(500),
                obstacle: obstacle)
            Watcher(container: container, events: script) { script.time.withLock { $0 } }.run()
            #expect(source.texts.elements == ["0", "1"])
            let hint = obstacle == .exhausted ? "\n    increase `fs.inotify.max_user_watches`" : ""
            #expect(
                container.diagnostics.entries.map(\.description)
                    == [
                        "warning: \(reason), so the files are checked every 500 ms\(hint)",
                        "note: reloaded: 0 services and 0 parameters changed, 0 instances replaced",
                    ])
        }
    }
}

/// A source that reads one file, and notes what it read.
private final class Numbered: LayerSource {
    let texts = Collected<String>()
    private let path: String

    init(_ path: String) { self.path = path }

    func read() throws -> Reading {
        let record = FileRecord(reading: path, limit: 100)
        texts.append(record.text ?? "-")
        return Reading(layers: [], files: [record])
    }
}
