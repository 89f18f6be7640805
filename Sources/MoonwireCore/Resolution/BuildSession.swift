import MoonwireSupport

/// A function at work on a service: as long as it runs, whatever is asked through its resolver, on any thread, counts as a
/// need of the service.
final class BuildSession: Sendable {
    /// Not owned: a resolver may be kept, and does not keep its generation.
    private let generation: ObjectIdentifier
    /// The services of the generation that are under construction and so get what the function gets.
    private let positions: [Int]
    private let builder: ObjectIdentifier
    private let isOver = Atomic(false)

    init(_ generation: Generation, _ resolution: Resolution) {
        self.generation = ObjectIdentifier(generation)
        builder = ObjectIdentifier(resolution)
        var positions: [Int] = []
        resolution.observe(in: generation) { positions.append($0) }
        self.positions = positions
    }

    var isOpen: Bool { !isOver.load(ordering: .acquiring) }

    /// What is asked from now on is asked by whoever kept the resolver.
    func end() { isOver.store(true, ordering: .releasing) }

    /// Whether this thread, which is not the one that builds, must note what it asks for.
    func isElsewhere(_ resolution: Resolution) -> Bool { ObjectIdentifier(resolution) != builder }

    func observe(in generation: Generation, _ note: (_ position: Int) -> Void) {
        // As long as the session is open, the generation cannot go.
        guard ObjectIdentifier(generation) == self.generation else { return }
        for position in positions { note(position) }
    }
}
