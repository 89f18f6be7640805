import Foundation
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// A system shows a file that somebody empties or writes before it tells so; on a busy disk, a second before.
@Suite(.timeLimit(.minutes(10))) struct LateEventsTests {
    private typealias Step = WatcherTests.Script.Step

    private static func quiet(_ count: Int) -> [Step] { Array(repeating: (.quiet, {}), count: count) }

    private let folder: ScratchFolder
    private let source: Files
    private let container: Container

    init() throws {
        folder = ScratchFolder()
        folder.write("one", to: "file")
        source = Files(folder)
        container = try Container(source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
    }

    /// Plays the steps with default settings, and gives what each reload read.
    private func play(_ steps: [Step], meanwhile: FileEvent = .quiet) -> [String] {
        let script = WatcherTests.Script(steps)
        script.disturbances.withLock { $0 = [meanwhile] }
        Watcher(container: container, events: script) { script.time.withLock { $0 } }.run()
        return source.texts.elements
    }

    private var reloads: Int { container.diagnostics.entries.filter { $0.code == .reloaded }.count }

    @Test func fileEmptiedBeforeItIsReadIsNotRead() {
        let read = play([
            (.replaced, { folder.write("two", to: "file") }), (.quiet, { folder.write("", to: "file") }), (.quiet, {}),
            (.quiet, { folder.write("three, ha", to: "file") }), (.quiet, {}), (.quiet, {}),
            (.changed, { folder.write("three, half and half", to: "file") }), (.quiet, {}),
        ])
        #expect(read == ["one", "three, half and half"])
    }

    @Test(arguments: [FileEvent.quiet, .replaced, .changed])
    func aFileThatIsEmptiedJustBeforeItIsReadIsDropped(meanwhile: FileEvent) {
        source.beforeReading { [folder] in folder.write("", to: "file") }
        let read = play(
            [
                (.replaced, { folder.write("two", to: "file") }), (.quiet, {}), (.quiet, {}),
                (.changed, { folder.write("three", to: "file") }), (.quiet, {}),
            ], meanwhile: meanwhile)
        #expect(read == ["one", "", "three"])
        #expect(reloads == 1)
    }

    @Test func aFileIsGivenSecondsToBeWrittenAgain() {
        let emptied: [Step] = [(.changed, { folder.write("", to: "file") })]
        let written: [Step] = [(.changed, { folder.write("two", to: "file") }), (.quiet, {})]
        let read = play(emptied + Self.quiet(90) + written)
        #expect(read == ["one", "two"])
    }

    /// However long the edits took that came before.
    @Test func fileEmptiedAfterLongEditsIsGivenTime() {
        let edit: Step = (.writing, { folder.write("half", to: "file") })
        let emptied: [Step] = [(.changed, { folder.write("", to: "file") })]
        let written: [Step] = [(.writing, {}), (.changed, { folder.write("end", to: "file") })]
        let read = play(Array(repeating: edit, count: 150) + emptied + Self.quiet(5) + written + Self.quiet(110))
        // The first reading is of other files than those that rested before the last event.
        #expect(read == ["one", "end", "end"])
        #expect(reloads == 1)
    }

    /// It was read as missing, and is written and emptied again before it has rested.
    @Test func fileEmptiedAfterItWasMissingIsGivenTime() {
        let removed: [Step] = [(.replaced, { folder.remove("file") })]
        let emptied: [Step] = [(.changed, { folder.write("", to: "file") })]
        let written: [Step] = [(.changed, { folder.write("two", to: "file") }), (.quiet, {})]
        var steps = removed + Self.quiet(250)
        steps += emptied + Self.quiet(5) + written
        let read = play(steps)
        #expect(read == ["one", "-", "two"])
    }

    @Test func fileThatStaysEmptyIsRead() {
        let emptied: [Step] = [(.changed, { folder.write("", to: "file") })]
        let read = play(emptied + Self.quiet(200))
        #expect(read == ["one", ""])
        #expect(reloads == 1)
    }

    /// It is not followed when somebody begins to write it, so that nobody tells.
    @Test func newlyFollowedFileMustRestBeforeItIsRead() {
        folder.write("ha", to: "part")
        let read = play([
            (.replaced, { folder.write("file and part", to: "file") }), (.quiet, {}),
            (.writing, {}), (.quiet, {}), (.changed, { folder.write("half and half", to: "part") }), (.quiet, {}),
        ])
        #expect(read == ["one", "file and part: ha", "file and part: half and half"])
        #expect(reloads == 1)
    }

    /// However many edits came before, each while the one before was read.
    @Test func twentyFifthEditInARowMustRestBeforeItIsRead() {
        let events = BusyEvents(folder, source)
        Watcher(container: container, events: events).run()
        #expect(source.texts.elements == ["one"] + (1...24).map { "\($0)" } + ["", "end"])
        #expect(reloads == 25)
    }

    @Test func newlyFollowedFilesAreReadEventually() {
        source.readsAnotherPartEachTime()
        let edited: [Step] = [(.replaced, { folder.write("file and part", to: "file") })]
        let read = play(edited + Self.quiet(100))
        #expect(read.count > 2 && read.count < 50)
        #expect(reloads > 0)
    }
}

/// Edits the file 25 times, each time when the edit before has taken effect, and empties it when the last one is read.
private final class BusyEvents: FileEvents {
    let interval: Duration? = nil
    private let folder: ScratchFolder
    private let source: Files
    private let count = Counter()
    private let isEmptied = Lock(false)

    init(_ folder: ScratchFolder, _ source: Files) {
        self.folder = folder
        self.source = source
    }

    func follow(_ places: Set<WatchedPath>) -> WatchObstacle? {
        let number = count.add()
        if number <= 25 { folder.write("\(number)", to: "file") }
        if number == 25 {
            source.beforeReading { [self] in
                folder.write("", to: "file")
                isEmptied.withLock { $0 = true }
            }
        }
        return nil
    }

    func wait(atMost limit: Duration?) -> FileEvent {
        guard let limit else { return .cancelled }
        guard limit > .zero, isEmptied.withLock({ $0 }) else { return .quiet }
        isEmptied.withLock { $0 = false }
        folder.write("end", to: "file")
        return .changed
    }

    func cancel() {}
}

/// A source that reads a file, and another one if the first one says so.
private final class Files: LayerSource {
    let texts = Collected<String>()
    private let folder: ScratchFolder
    private let action = Lock<(@Sendable () -> Void)?>(nil)
    private let count = Counter()
    private let isErratic = Lock(false)

    init(_ folder: ScratchFolder) { self.folder = folder }

    /// Does something before the next reading.
    func beforeReading(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    func readsAnotherPartEachTime() { isErratic.withLock { $0 = true } }

    func read() throws -> Reading {
        action.withLock { action in
            defer { action = nil }
            return action
        }?()
        var files = [FileRecord(reading: folder.path("file"), limit: 1000)]
        var text = files[0].text ?? "-"
        if text.hasSuffix("part") {
            let name = isErratic.withLock { $0 } ? "part \(count.add())" : "part"
            files.append(FileRecord(reading: folder.path(name), limit: 1000))
            text += ": \(files[1].text ?? "-")"
        }
        texts.append(text)
        return Reading(layers: [], files: files)
    }
}
