import MoonwireModel
import MoonwireSupport
import MoonwireValues

/// A replaced instance that waits: until nobody else holds it, until another one has taken over its state, or until nothing that waits
/// needs it.
///
/// An object, so that a copy of a reference to it does not hold the instance.
final class WaitingInstance {
    /// Counts the waiting instances of a generation in the order of their release.
    let number: Int
    let service: PlannedService
    let identity: ObjectIdentifier
    /// How long somebody may hold it; nil if it does not matter who does.
    private let limit: Duration?
    /// When it is released although somebody holds it; nil before its state is taken over.
    private var deadline: ContinuousClock.Instant?
    /// The number of the last waiting instance that needs it; -1 if there is none.
    private let lastUser: Int
    /// Whether something that waits in an older generation needs it.
    private let isNeededByOlder: Bool
    /// Whether no count of references tells who holds it: everybody has a copy of a value, and several services may have one object.
    private let isCopied: Bool
    private let manner: ReleasedInstance.Manner
    /// Its roles as an instance whose state the next one takes over.
    private let formers: [FormerInstance]
    // Optional, because passing an `AnyObject` to a generic function makes a copy, which counts as a reference.
    private var instance: AnyObject?

    init(
        _ released: ReleasedInstance, number: Int, of service: PlannedService, until limit: Duration?,
        as formers: [FormerInstance], neededBy lastUser: Int, orByOlder isNeededByOlder: Bool, isCopied: Bool
    ) {
        self.formers = formers
        deadline = formers.isEmpty ? limit.map { .now + $0 } : nil
        self.number = number
        self.service = service
        identity = ObjectIdentifier(released.instance)
        self.limit = limit
        self.lastUser = lastUser
        self.isNeededByOlder = isNeededByOlder
        self.isCopied = isCopied
        manner = released.manner
        instance = released.instance
    }

    /// Whether it waits for others than those that need it.
    var isHolding: Bool { limit != nil || !formers.isEmpty }

    /// Whether its state is still to be taken over.
    private var isAwaited: Bool { formers.contains { !$0.isOver } }

    /// Whether nothing that waits needs it; `first` is the smallest number of what does.
    ///
    /// One that waits before the last user counts as a user, too. Of two that need each other, the one that was built later waits less.
    func isUnneeded(first: Int, _ isOlderOver: Bool) -> Bool {
        let last = isHolding ? min(lastUser, number - 1) : lastUser
        return first > last && (isOlderOver || !isNeededByOlder)
    }

    /// Whether it is known that nobody else holds it once it is free.
    var isCounted: Bool { limit != nil }

    /// Whether its wait is over: its state is taken over, and nobody else holds it, as far as these matter.
    var isFree: Bool {
        !isAwaited && (limit == nil || !isCopied && isKnownUniquelyReferenced(&instance))
    }

    func isLate(at now: ContinuousClock.Instant) -> Bool {
        if isAwaited { return false }
        if deadline == nil { deadline = limit.map { now + $0 } }
        return deadline.map { now >= $0 } ?? false
    }

    /// Whether the end of its wait by its limit says that somebody has held it for too long: its own `run` holds it, too.
    var isHeldByOthers: Bool { !isCopied && service.definition.lifecycle.run == nil }

    /// Nobody takes its state over from now on; returns false if somebody is doing so.
    func endWait() -> Bool { formers.count { !$0.end() } == 0 }

    /// Gives the instance away.
    func take() -> ReleasedInstance? {
        defer { instance = nil }
        return instance.map { ReleasedInstance(instance: $0, manner: manner) }
    }

    /// The scripts whose functions it may hold, which may hold it in turn.
    var life: ScriptLife? { manner.life }
}
