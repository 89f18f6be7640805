import MoonwireSupport

/// The threads that build shared services, and those that wait for them: one build for all threads, without deadlocks.
enum BuildBoard {
    /// A build in progress.
    final class Build: @unchecked Sendable {  // The board's lock protects its variables.
        let identity: ServiceIdentity
        let id: String
        /// The position of the service; the build of a cycle has others, too.
        fileprivate let position: Int
        /// The build of which it is a part.
        fileprivate let generation: ObjectIdentifier
        fileprivate let builder: Resolution
        fileprivate let builderPath: [String]
        fileprivate let done = Condition()
        fileprivate var outcome: Result<AnyObject, any Error>?

        fileprivate init(
            _ identity: ServiceIdentity, _ service: PlannedService, _ generation: Generation, builder: Resolution
        ) {
            self.identity = identity
            id = service.id
            position = service.index
            self.generation = ObjectIdentifier(generation)
            self.builder = builder
            builderPath = builder.ids + [id]
        }
    }

    private struct State: @unchecked Sendable {  // Behind the board's lock.
        var builds: [ServiceIdentity: Build] = [:]
    }

    private enum Claim {
        case build(Build)
        case wait(Build)
        case ready(AnyObject)
        case cycle([String])
    }

    private static let state = Lock(State())

    /// The instance of a shared service: `ready` if it exists meanwhile, otherwise built once, here or by another thread.
    ///
    /// `identity` is that of the instance; nil for the only one of the service.
    static func instance(
        _ service: PlannedService, at identity: ServiceIdentity? = nil, of generation: Generation,
        ready: () -> AnyObject?, build: () throws -> AnyObject
    ) throws -> AnyObject {
        let resolution = Resolution.current
        let identity = identity ?? generation.instances.identities.ofBuild(at: service.index)
        while true {
            switch claim(service, identity, generation, resolution, ready) {
            case .ready(let instance): return instance
            case .cycle(let ids): throw ContainerError(.cycleWhileBuilding(ids, service.definition))
            case .wait(let other):
                let outcome = wait(for: other, of: service, resolution, generation)
                // An instance that another generation built is valid here only if it was passed on, and then it is ready.
                guard other.generation == ObjectIdentifier(generation) else { continue }
                let instance = try outcome.get()
                if other.position == service.index { return instance }
            case .build(let own):
                let outcome = Result { try build() }
                finish(own, outcome)
                return try outcome.get()
            }
        }
    }

    private static func claim(
        _ service: PlannedService, _ identity: ServiceIdentity, _ generation: Generation, _ resolution: Resolution,
        _ ready: () -> AnyObject?
    ) -> Claim {
        state.withLock { state in
            if let instance = ready() { return .ready(instance) }
            guard let other = state.builds[identity] else {
                let own = Build(identity, service, generation, builder: resolution)
                state.builds[identity] = own
                return .build(own)
            }
            if let cycle = cycle(from: resolution, waitingFor: other) { return .cycle(cycle) }
            resolution.waitingFor = other
            return .wait(other)
        }
    }

    /// Follows the waiting threads; returns the ids on the path if it ends at the thread that is about to wait.
    private static func cycle(from start: Resolution, waitingFor build: Build) -> [String]? {
        var ids = start.ids
        var next: Build? = build
        while let build = next {
            if build.builder === start {
                let first = ids.firstIndex(of: build.id) ?? 0
                return Array(ids[first...]) + [build.id]
            }
            // A build that has ended blocks no thread: the thread that waits for it has not resumed yet.
            guard let waited = build.builder.waitingFor, waited.outcome == nil else { return nil }
            let path = build.builder.ids
            ids += path[(path.firstIndex(of: build.id) ?? 0)...]
            next = waited
        }
        return nil
    }

    /// Whether one thread waits, directly or indirectly, for a build of another one.
    static func does(_ one: Resolution, waitFor other: Resolution) -> Bool {
        state.withLock { _ in
            var next = one.waitingFor
            while let build = next, build.outcome == nil {
                if build.builder === other { return true }
                next = build.builder.waitingFor
            }
            return false
        }
    }

    private static func wait(
        for build: Build, of service: PlannedService, _ resolution: Resolution, _ generation: Generation
    ) -> Result<AnyObject, any Error> {
        let noted = generation.context.current.recordings.beginWait(
            RecordedStep(service, isWait: true, of: generation, in: resolution))
        defer { noted?.end() }
        if !state.wait(build.done, atMost: generation.reports.slowWait, while: { _ in build.outcome == nil }) {
            generation.reports.diagnostics.report([
                .slowWait(build.id, neededBy: resolution.ids, builder: build.builderPath)
            ])
            while !state.wait(build.done, atMost: .seconds(3600), while: { _ in build.outcome == nil }) {}
        }
        let outcome = state.withLock { _ in
            resolution.waitingFor = nil
            return build.outcome
        }
        guard let outcome else { preconditionFailure("Moonwire: a wait ended before the build") }
        return outcome
    }

    private static func finish(_ build: Build, _ outcome: Result<AnyObject, any Error>) {
        state.withLock { state in
            build.outcome = outcome
            state.builds[build.identity] = nil
        }
        build.done.wakeAll()
    }
}
