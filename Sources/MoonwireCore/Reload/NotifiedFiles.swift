#if os(Linux)
    import Glibc

    /// Tells by `inotify` when something happens in the folders of files.
    package final class NotifiedFiles: FileEvents {
        /// The folders by the numbers that the kernel gave them, each with the names that matter in it.
        private struct Folders {
            var numbers: [String: Int32] = [:]
            var names: [Int32: Set<String>] = [:]
        }

        private let descriptor: Int32
        private let interruption: Interruption
        private let folders = Lock(Folders())

        package init?() {
            guard let interruption = Interruption() else { return nil }
            self.interruption = interruption
            descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            if descriptor < 0 { return nil }
        }

        deinit { close(descriptor) }

        package func follow(_ places: Set<WatchedPlace>) {
            let wanted = Dictionary(grouping: places, by: \.folder).mapValues { Set($0.map(\.name)) }
            folders.withLock { folders in
                for (folder, number) in folders.numbers where wanted[folder] == nil {
                    inotify_rm_watch(descriptor, number)
                    folders.numbers[folder] = nil
                }
                folders.names = [:]
                for (folder, names) in wanted {
                    // Anew each time: the folder may be another one by now.
                    let number = inotify_add_watch(descriptor, folder, Self.interest)
                    folders.numbers[folder] = number < 0 ? nil : number
                    if number >= 0 { folders.names[number, default: []].formUnion(names) }
                }
            }
        }

        package func wait(atMost limit: Duration?) -> FileEvent {
            while true {
                let event = interruption.wait(for: descriptor, atMost: limit)
                if event != .changed || concernsFollowed() { return event }
            }
        }

        package func cancel() { interruption.interrupt() }

        /// Takes the events that are there; whether one of them concerns a name that is followed.
        private func concernsFollowed() -> Bool {
            let names = folders.withLock { $0.names }
            var concerns = false
            withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
                buffer in
                guard let start = buffer.baseAddress else { return }
                while true {
                    let count = read(descriptor, start, buffer.count)
                    guard count > 0 else { return }
                    var offset = 0
                    while offset < count {
                        let event = (start + offset).load(as: inotify_event.self)
                        if event.len == 0 {
                            // Of the folder itself: there is no name to read, and perhaps no more buffer.
                            concerns = true
                        } else {
                            let name = (start + offset + Self.header).assumingMemoryBound(to: CChar.self)
                            if names[event.wd]?.contains(String(cString: name)) == true { concerns = true }
                        }
                        offset += Self.header + Int(event.len)
                    }
                }
            }
            return concerns
        }

        private static let header = MemoryLayout<inotify_event>.size
        /// The end of a folder needs no mention: its watch ends with it, and IN_IGNORED is told always.
        private static let interest = UInt32(
            IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF)
    }
#endif
