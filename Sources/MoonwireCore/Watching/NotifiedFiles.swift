package import MoonwireSupport

#if os(Linux)
    /// Reports by `inotify` when something happens to files, and in the folders on their paths.
    package final class NotifiedFiles: FileEvents {
        private struct State {
            /// The meanings of the watch descriptors.
            var watches: [Int32: NotifiedChanges.Watch] = [:]
            var changes = NotifiedChanges()
            var isBlind = false
        }

        private let descriptor: Int32
        private let interruption: Interruption
        private let fallback: Duration
        private let state = Lock(State())

        /// - Parameter interval: How often to check the files if some of them cannot be watched.
        package init?(fallback interval: Duration = .milliseconds(500)) {
            guard let interruption = Interruption() else { return nil }
            self.interruption = interruption
            fallback = interval
            descriptor = SystemCalls.openNotifications()
            if descriptor < 0 { return nil }
        }

        deinit { SystemCalls.close(descriptor) }

        package var interval: Duration? { state.withLock { $0.isBlind ? fallback : nil } }

        package func follow(_ paths: Set<WatchedPath>) -> WatchObstacle? {
            let remote = RemoteDevices()
            var obstacle: WatchObstacle?
            state.withLock { state in
                var watches: [Int32: NotifiedChanges.Watch] = [:]
                // In a fixed order, so that a schedule can be replayed.
                for path in paths.sorted(by: { ($0.path, $0.name) < ($1.path, $1.name) }) {
                    // Repeated each time, because the path may have another target.
                    let number = SystemCalls.addWatch(descriptor, path.path, path.interest)
                    if number < 0 {
                        obstacle = WatchObstacle(errno, at: path.path) ?? obstacle
                    } else {
                        watches[number, default: NotifiedChanges.Watch()].add(path)
                        obstacle = obstacle ?? WatchObstacle.ifRemote(path, remote)
                    }
                }
                for number in state.watches.keys.sorted() where watches[number] == nil {
                    SystemCalls.removeWatch(descriptor, number)
                    state.changes.forget(number)
                }
                state.watches = watches
                state.isBlind = obstacle != nil
            }
            return obstacle
        }

        package func wait(atMost limit: Duration?) -> FileEvent {
            let end = limit.map { Schedule.now + $0 }
            while true {
                let rest = end.map { max(.zero, $0 - Schedule.now) }
                let event = interruption.wait(for: descriptor, atMost: rest)
                guard event == .changed else { return event }
                if let event = takeEvents() { return event }
            }
        }

        /// Remote file systems have their own leases, with another meaning.
        package func isOpenForWriting(_ path: String) -> Bool? {
            interval == nil ? SystemCalls.isOpenForWriting(path) : nil
        }

        package func cancel() { interruption.interrupt() }

        /// Reads the pending events; nil if none of them concerns a followed file.
        private func takeEvents() -> FileEvent? {
            state.withLock { state in
                withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
                    buffer in
                    guard let start = buffer.baseAddress else { return }
                    while true {
                        let count = SystemCalls.read(descriptor, into: start, buffer.count)
                        guard count > 0 else { return }
                        var offset = 0
                        while offset < count {
                            // The kernel aligns events, and writes only whole events.
                            let event = (start + offset).load(as: inotify_event.self)
                            offset += Self.header + Int(event.len)
                            var name = ""
                            if event.len > 0 {
                                let end = start + offset - Int(event.len)
                                name = String(cString: end.assumingMemoryBound(to: CChar.self))
                            }
                            state.changes.note(event.mask, event.wd, name, state.watches[event.wd])
                        }
                    }
                }
                return state.changes.take()
            }
        }

        private static let header = MemoryLayout<inotify_event>.size
    }

    extension WatchedPath {
        fileprivate var path: String {
            switch self {
            case .entry(let folder, _): folder
            case .folder(let path), .file(let path): path
            }
        }

        fileprivate var name: String { if case .entry(_, let name) = self { name } else { "" } }

        /// Several paths may share one descriptor, so the relevant events are combined.
        fileprivate var interest: UInt32 {
            let events =
                switch self {
                case .entry:
                    IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
                        | IN_MOVE_SELF
                case .folder: IN_MOVE_SELF
                case .file: IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
                }
            return UInt32(events | IN_MASK_ADD)
        }
    }

    extension WatchObstacle {
        /// A missing file is not an obstacle: its creation is watched in the folder above it.
        package init?(_ error: Int32, at path: String) {
            switch error {
            case ENOENT, ENOTDIR, ELOOP: return nil
            case ENOSPC, ENOMEM: self = .exhausted
            default: self = .denied(path)
            }
        }

        fileprivate static func ifRemote(_ path: WatchedPath, _ devices: RemoteDevices) -> WatchObstacle? {
            guard case .entry(let folder, _) = path, devices.contains(folder) else { return nil }
            return .remote(folder)
        }
    }
#endif
