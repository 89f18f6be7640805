/// What was built while somebody recorded: which service, why, when, for how long, and on which thread.
public struct BuildTrace: Sendable, Hashable {
    /// In the order in which the builds began.
    public let events: [Event]

    package init(_ events: [Event]) {
        self.events = events
    }

    /// The build of one instance.
    public struct Event: Sendable, Hashable {
        /// The service; `inline` for one without an id.
        public let id: String
        /// The ids that led to the build, outermost first; the last one is the service itself.
        public let path: [String]
        /// The place in ``BuildTrace/events`` of the build that this one is a part of.
        public let parent: Int?
        /// Since the recording began.
        public let start: Duration
        /// Nil when the build had not ended when the recording did.
        public internal(set) var duration: Duration?
        /// The thread that built, counted from 1 in the order in which threads appear.
        public let thread: Int
        /// The generation of the container, counted from 1.
        public let generation: Int
        /// What was wrong, when the build failed.
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
