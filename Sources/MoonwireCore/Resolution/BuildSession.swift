import MoonwireSupport

/// A function that takes part in building a service: while it runs, all requests through its resolver, on any thread, are
/// dependencies of the service.
final class BuildSession: Sendable {
    /// Not owned: a resolver may be kept, and does not keep its generation.
    private let generation: ObjectIdentifier
    /// The services under construction, which depend on what the function resolves: the innermost, and the others.
    private let position: Int?
    private let outerPositions: [Int]
    /// The resolves of the thread that runs the function; nil for an asynchronous function, which any thread may continue.
    private let builder: ObjectIdentifier?
    private let isOver = Atomic(false)
    /// The position of an asynchronous function, in a lock that no other one has; nil once it is over, because it keeps the generation
    /// alive.
    private let awaited: Lock<AsynchronousPosition?>?

    /// The resolve and the path of services for which an asynchronous function runs.
    struct AsynchronousPosition {
        let resolve: AsynchronousResolve
        let path: AsynchronousPath
    }

    /// `awaited` is the position of an asynchronous function, whose services `resolution` has under construction.
    init(_ generation: Generation, _ resolution: Resolution, awaited: AsynchronousPosition? = nil) {
        self.generation = ObjectIdentifier(generation)
        builder = awaited == nil ? ObjectIdentifier(resolution) : nil
        self.awaited = awaited.map { Lock($0) }
        var position: Int?
        var outerPositions: [Int] = []
        resolution.observe(in: generation) { if position == nil { position = $0 } else { outerPositions.append($0) } }
        self.position = position
        self.outerPositions = outerPositions
    }

    var isOpen: Bool { !isOver.load(ordering: .acquiring) }

    /// Later requests are independent of the build.
    func end() {
        isOver.store(true, ordering: .releasing)
        // Released outside the lock.
        let former = awaited?.withLock { awaited in
            defer { awaited = nil }
            return awaited
        }
        withExtendedLifetime(former) {}
    }

    /// The position of the asynchronous function, while it runs.
    var asynchronousPosition: AsynchronousPosition? { awaited?.withLock { $0 } }

    /// Whether this thread, which does not run the build, must record its requests.
    func isElsewhere(_ resolution: Resolution) -> Bool { ObjectIdentifier(resolution) != builder }

    func observe(in generation: Generation, _ note: (_ position: Int) -> Void) {
        // While the session is open, the generation cannot be released.
        guard ObjectIdentifier(generation) == self.generation else { return }
        if let position { note(position) }
        for position in outerPositions { note(position) }
    }
}
