/// A weak reference to a generation.
///
/// There is one for each generation, because each weak reference costs time.
final class WeakGeneration: Sendable {
    weak let generation: Generation?

    init(_ generation: Generation) {
        self.generation = generation
    }
}
