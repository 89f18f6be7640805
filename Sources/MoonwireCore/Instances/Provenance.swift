import MoonwireSupport

/// How a container came to hold an instance.
struct Provenance: Sendable {
    /// Where an instance comes from.
    enum Source {
        case build
        /// The application supplied it, and stops it.
        case application
        /// Another generation lent it, and stops it.
        case loan
    }

    private static let numbers = Atomic<Int>(0)

    var source: Source
    /// Greater than the numbers of the instances from which this one was made, in any generation.
    let number: Int
    let date: Date
    /// The ids that were under construction and so led to it, outermost first.
    let path: [String]
    /// Of an instance that goes on: the scripts of the generation that built it, when it may hold functions of theirs.
    var life: ScriptLife?
    /// What hooks replaced on the way to the instance, which may use it: it is stopped after the instance.
    var replaced: ReplacedInstances?

    /// An instance that came just now, on that way.
    init(from source: Source, path: [String]) {
        self.source = source
        number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        date = .now
        self.path = path
    }

    /// The same instance, lent to another generation.
    var lent: Provenance {
        var copy = self
        copy.source = .loan
        return copy
    }
}

/// Instances in whose place hooks put others, in the order in which they were made.
// A constant; only shared services have such, so any thread may stop them.
final class ReplacedInstances: @unchecked Sendable {
    let instances: [AnyObject]

    init?(_ instances: [AnyObject]) {
        if instances.isEmpty { return nil }
        self.instances = instances
    }
}
