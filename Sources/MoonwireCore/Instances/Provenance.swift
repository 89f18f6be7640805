import MoonwireSupport

/// How a container came to hold an instance.
struct Provenance: Sendable {
    /// The source of an instance.
    enum Source {
        case build
        /// The application supplied it, and stops it.
        case application
        /// Another generation lent it, and stops it.
        case loan
    }

    private static let numbers = Atomic<Int>(0)

    var source: Source
    /// Greater than the numbers of its dependencies, in any generation.
    private(set) var number: Int
    let date: Date
    /// The ids under construction that led to it, outermost first.
    let path: [String]
    /// For an instance that was carried over: the scripts of the generation that built it, if it may hold functions of theirs.
    var life: ScriptLife?
    /// When its time ends; nil for most.
    var expiry: Expiry?
    /// The instances that hooks replaced by this one, which may use them: they are stopped after it.
    var replaced: ReplacedInstances?

    /// An instance that was just built, with that path.
    init(from source: Source, path: [String]) {
        self.source = source
        number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        date = .now
        self.path = path
    }

    /// The same instance, as if it had been built now: it has got dependencies that are newer.
    func renumbered() -> Provenance {
        var copy = self
        copy.number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        return copy
    }

    /// The same instance, lent to another generation.
    var lent: Provenance {
        var copy = self
        copy.source = .loan
        return copy
    }
}

/// Instances that hooks replaced by others, in the order in which they were created.
// A constant; only shared services have one, so any thread may stop them.
final class ReplacedInstances: @unchecked Sendable {
    let instances: [AnyObject]

    init?(_ instances: [AnyObject]) {
        if instances.isEmpty { return nil }
        self.instances = instances
    }
}
