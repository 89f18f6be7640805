import MoonwireCore
import MoonwireSupport

/// The generation that the functions of the scripts belong to, known from the first time one of them is called.
final class LateResolver: Sendable {
    private let resolver = Lock<ServiceResolver?>(nil)
    /// The `c` of functions.
    let context = ScriptContext()

    func attach(_ resolver: ServiceResolver) {
        self.resolver.withLock { known in
            if known == nil { known = resolver.withoutOverrides }
        }
    }

    /// Whether scripts are still being read; nothing is built until they are.
    var isReading: Bool { resolver.withLock { $0 == nil } }

    /// Nil while scripts are read, and once the generation is retired.
    var current: ServiceResolver? {
        resolver.withLock { $0 }?.inForce
    }
}
