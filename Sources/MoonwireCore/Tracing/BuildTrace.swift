/// The builds of a recording: each with its service, path, start, duration, and thread.
public struct BuildTrace: Sendable, Hashable {
    /// The builds, in the order in which they began.
    public let events: [Event]

    package init(_ events: [Event]) {
        self.events = events
    }

    /// The build of one instance.
    public struct Event: Sendable, Hashable {
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
        public let thread: Int
        /// The generation of the container, counted from 1.
        public let generation: Int
        /// The error, if the build failed.
        public internal(set) var error: String?

        package init(
            id: String, path: [String], parent: Int?, start: Duration, duration: Duration? = nil, thread: Int = 1,
            generation: Int = 1, error: String? = nil
        ) {
            self.id = id
            self.path = path
            self.parent = parent
            self.start = start
            self.duration = duration
            self.thread = thread
            self.generation = generation
            self.error = error
        }
    }
}
