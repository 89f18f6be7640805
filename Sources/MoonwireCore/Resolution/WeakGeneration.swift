/// A generation that is not kept alive. There is one of each generation, as each weak reference by itself costs time.
final class WeakGeneration: Sendable {
    weak let generation: Generation?

    init(_ generation: Generation) {
        self.generation = generation
    }
}
