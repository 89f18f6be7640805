/// The builds of a recording, and the waits for builds: each with its service, path, start, duration, and thread.
public struct BuildTrace: Sendable, Hashable {
    /// The builds and waits, in the order in which they began.
    public let events: [Event]

    package init(_ events: [Event]) {
        self.events = events
    }

    /// The build of one instance, or a wait for it.
    public struct Event: Sendable, Hashable {
        /// What took the time of an event.
        public enum Kind: String, Sendable {
            /// An instance was built.
            case build
            /// An instance was needed that another thread or task was building.
            case wait
        }

        /// Whether the event is a build or a wait.
        public let kind: Kind
        /// The id of the service; `inline` for a service without an id.
        public let id: String
        /// The ids of the services that needed the build, outermost first, ending with the service itself.
        public let path: [String]
        /// The index in ``BuildTrace/events`` of the build that this one is a part of.
        public let parent: Int?
        /// The time from the beginning of the recording to that of the build.
        public let start: Duration
        /// The duration of the build; nil if it had not ended when the recording ended.
        public internal(set) var duration: Duration?
        /// The number of the thread, counted from 1 in the order of their first builds.
        ///
        /// An asynchronous build moves from thread to thread. It has a number as if it had a thread of its own: that of the asynchronous
        /// build that it is a part of, or another one if that awaits several at once.
        public let thread: Int
        /// Whether it is a part of an asynchronous resolve.
        public let isAsynchronous: Bool
        /// The generation of the container, counted from 1.
        public let generation: Int
        /// The error, if the build failed.
        public internal(set) var error: String?

        package init(
            _ kind: Kind = .build, id: String, path: [String], parent: Int?, start: Duration, duration: Duration? = nil,
            thread: Int = 1, isAsynchronous: Bool = false, generation: Int = 1, error: String? = nil
        ) {
            self.kind = kind
            self.id = id
            self.path = path
            self.parent = parent
            self.start = start
            self.duration = duration
            self.thread = thread
            self.isAsynchronous = isAsynchronous
            self.generation = generation
            self.error = error
        }
    }
}
