import MoonwireSupport

#if os(Linux)
    import Foundation
    import MoonwireCore
    import TestSupport
    import Testing

    /// Folders that are created again, so that no event reports the first changes in them.
    @Suite(.timeLimit(.minutes(10))) struct NewFolderTests {
        private let folder: ScratchFolder
        private let file: URL

        init() throws {
            folder = ScratchFolder()
            file = URL(filePath: folder.path("conf/file"))
        }

        /// Lets programs do something before the first wait and after each one, and gives what the reloads read.
        private func play(
            knowsWriters: Bool = true, _ first: @escaping @Sendable () -> Void, _ later: [@Sendable () -> Void]
        ) throws -> [String] {
            let source = TextSource(file: file)
            let container = try Container(
                source: source, types: TypeRegistry([]), variables: .process, slowWait: .seconds(5))
            let events = PlayedEvents(try #require(NotifiedFiles()), knowsWriters, first, later)
            // No time passes by this clock, so that the watch waits for a writer forever.
            Watcher(container: container, events: events) { [start = ContinuousClock.now] in start }.run()
            return source.texts.elements
        }

        @Test(arguments: [true, false]) func aFolderThatIsDeletedAndMadeAgainAtOnceIsRead(knowsWriters: Bool) throws {
            folder.write("one", to: "conf/file")
            let read = try play(
                knowsWriters: knowsWriters,
                { [folder] in try? FileManager.default.removeItem(atPath: folder.path("conf")) },
                [{ [folder] in folder.write("two", to: "conf/file") }])
            #expect(read == ["one", "two"])
        }

        /// The writer begins after the folder was made, and before the watch looks into it.
        @Test func aWriterThatStallsInANewFolderIsNotReadHalf() throws {
            let writer = Lock<FileHandle?>(nil)
            let begin: @Sendable () -> Void = { [folder, file] in
                folder.write("", to: "conf/file")
                let handle = FileHandle(forWritingAtPath: file.path)
                try? handle?.write(contentsOf: Data("two, ha".utf8))
                writer.withLock { $0 = handle }
            }
            let end: @Sendable () -> Void = {
                writer.withLock {
                    try? $0?.write(contentsOf: Data("lf and half".utf8))
                    try? $0?.close()
                    $0 = nil
                }
            }
            let pause: @Sendable () -> Void = {}
            let read = try play({ [folder] in folder.make("conf") }, [begin, pause, pause, pause, end])
            #expect(read == ["two, half and half"])
        }
    }

    /// Events of the system, after each of which programs do something before the watch looks.
    private final class PlayedEvents: FileEvents {
        private let events: NotifiedFiles
        private let knowsWriters: Bool
        private let first: @Sendable () -> Void
        private let later: Lock<[@Sendable () -> Void]>
        private let waits = Counter()

        init(
            _ events: NotifiedFiles, _ knowsWriters: Bool, _ first: @escaping @Sendable () -> Void,
            _ later: [@Sendable () -> Void]
        ) {
            self.events = events
            self.knowsWriters = knowsWriters
            self.first = first
            self.later = Lock(later)
        }

        var interval: Duration? { events.interval }

        func follow(_ places: Set<WatchedPath>) -> WatchObstacle? { events.follow(places) }

        func isOpenForWriting(_ path: String) -> Bool? {
            knowsWriters ? events.isOpenForWriting(path) : nil
        }

        func wait(atMost limit: Duration?) -> FileEvent {
            if limit == .zero { return events.wait(atMost: .zero) }
            if limit == nil, later.withLock(\.isEmpty) { return .cancelled }
            let number = waits.add()
            if number == 1 { first() }
            // The watch waits in vain.
            if number > 100 { return .cancelled }
            let event = events.wait(atMost: limit)
            later.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            return event
        }

        func cancel() { events.cancel() }
    }
#endif
