#if os(Linux)
    import Foundation
    import MoonwireCore
    import MoonwireSupport
    import TestSupport
    import Testing

    /// Whether a program has a file open for writing.
    ///
    /// Each in a process of its own: a program that another test starts has what this process has open until it runs.
    @Suite(.timeLimit(.minutes(10))) struct OpenForWritingTests {
        @Test func openForWritingDetectsWriters() async {
            await #expect(processExitsWith: .success) {
                let folder = ScratchFolder()
                let file = URL(filePath: folder.path("conf/file"))
                let events = try #require(NotifiedFiles())
                #expect(events.isOpenForWriting(file.path) == false)
                folder.write("one", to: "conf/file")
                #expect(events.isOpenForWriting(file.path) == false)
                #expect(events.isOpenForWriting(folder.path("conf")) == nil)
                let reader = try FileHandle(forReadingFrom: file)
                #expect(events.isOpenForWriting(file.path) == false)
                let writer = try FileHandle(forWritingTo: file)
                #expect(events.isOpenForWriting(file.path) == true)
                try writer.close()
                #expect(events.isOpenForWriting(file.path) == false)
                try reader.close()
                try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
                #expect(events.isOpenForWriting(folder.path("pipe")) == nil)
            }
        }

        /// The kernel sends a signal to the holder of a lease if another process opens the file.
        @Test func writersDuringTheCheckAreNotInterrupted() async {
            await #expect(processExitsWith: .success) {
                let folder = ScratchFolder()
                let file = folder.path("conf/file")
                folder.write("one", to: "conf/file")
                let events = try #require(NotifiedFiles())
                let isOver = Lock(false)
                onThreads(2) { number in
                    if number == 0 {
                        for _ in 0..<100_000 { _ = events.isOpenForWriting(file) }
                        isOver.withLock { $0 = true }
                    }
                    while !isOver.withLock({ $0 }) {
                        let descriptor = open(file, O_WRONLY)
                        if descriptor >= 0 { close(descriptor) }
                    }
                }
                #expect(events.isOpenForWriting(file) == false)
            }
        }
    }
#endif
