import MoonwireSupport

#if os(Linux)
    /// The state that events of `inotify` describe: the current writers, and the changes since the last query.
    struct NotifiedChanges {
        /// The meaning of a watch descriptor.
        struct Watch {
            private var folder = ""
            private var names: Set<String> = []

            mutating func add(_ path: WatchedPath) {
                guard case .entry(let folder, let name) = path else { return }
                self.folder = folder
                names.insert(name)
            }

            /// Whether an event of that name matters; one without a name concerns the watched file itself.
            func concerns(_ name: String) -> Bool { name.isEmpty || names.contains(name) }

            /// The size of the file with that name; nil for a link, a folder, and a file with another name.
            func size(of name: String) -> Int? {
                var status = stat()
                guard SystemCalls.linkStatus(of: folder + "/" + name, &status) == 0, status.isRegular,
                    status.st_nlink == 1
                else {
                    return nil
                }
                return Int(status.st_size)
            }
        }

        private struct Writing: Hashable {
            let number: Int32
            let name: String
        }

        /// Files that were written and have not been closed.
        private var writing: Set<Writing> = []
        private var wasWritten = false
        private var hasHappened = false

        mutating func note(_ mask: UInt32, _ number: Int32, _ name: String, _ watch: Watch?) {
            if mask.has(IN_Q_OVERFLOW) {
                // Events were lost: the files must come to rest.
                writing = []
                (wasWritten, hasHappened) = (true, true)
            }
            guard let watch, watch.concerns(name) else { return }
            hasHappened = true
            let file = Writing(number: number, name: name)
            if mask.has(IN_MODIFY) {
                writing.insert(file)
            } else if mask.has(IN_CREATE) {
                // A program that creates a file also writes it.
                let size = watch.size(of: name)
                if size == 0 { writing.insert(file) } else { writing.remove(file) }
                if size != nil { wasWritten = true }
            } else if mask.has(IN_CLOSE_WRITE) {
                // Some programs close a new file only after they have renamed it; it was not written in place.
                if writing.remove(file) != nil { wasWritten = true }
            } else if !mask.has(IN_ATTRIB) {
                // The name refers to another file, or to none.
                writing.remove(file)
            }
        }

        /// A watch descriptor is no longer valid.
        mutating func forget(_ number: Int32) { writing = writing.filter { $0.number != number } }

        /// The changes since the last query; nil if there are none.
        mutating func take() -> FileEvent? {
            defer { (wasWritten, hasHappened) = (false, false) }
            guard hasHappened else { return nil }
            return !writing.isEmpty ? .writing : wasWritten ? .changed : .replaced
        }
    }

    extension UInt32 {
        fileprivate func has(_ event: Int32) -> Bool { self & UInt32(event) != 0 }
        fileprivate func has(_ event: Int) -> Bool { self & UInt32(event) != 0 }
    }
#endif
