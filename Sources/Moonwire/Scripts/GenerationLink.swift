import MoonwireCore

/// The generation that the functions of the scripts belong to, known from the first time one of them is called.
final class GenerationLink: Sendable {
    private let resolver = Lock<WeakResolver?>(nil)
    /// What functions get as `c`.
    let context = ScriptContext()

    func attach(_ resolver: Resolver) {
        self.resolver.withLock { known in
            if known == nil { known = WeakResolver(resolver) }
        }
    }

    /// Nil while scripts are read, and once the generation is gone.
    var current: Resolver? { resolver.withLock { $0?.resolver } }
}
