import MoonwireModel
import MoonwireSupport
import MoonwireValues

/// A replaced instance that waits: until nobody else holds it, until nothing that waits needs it, or both.
///
/// An object, so that a copy of a reference to it does not hold the instance.
final class WaitingInstance {
    /// Counts the waiting instances of a generation in the order of their release.
    let number: Int
    let service: PlannedService
    let identity: ObjectIdentifier
    /// When it is released although somebody holds it; nil if it does not matter who does.
    private let deadline: ContinuousClock.Instant?
    /// The number of the last waiting instance that needs it; -1 if there is none.
    private let lastUser: Int
    /// Whether something that waits in an older generation needs it.
    private let isNeededByOlder: Bool
    /// Whether no count of references tells who holds it: everybody has a copy of a value, and several services may have one object.
    private let isCopied: Bool
    private let manner: ReleasedInstance.Manner
    // Optional, because passing an `AnyObject` to a generic function makes a copy, which counts as a reference.
    private var instance: AnyObject?

    init(
        _ released: ReleasedInstance, number: Int, of service: PlannedService, until deadline: ContinuousClock.Instant?,
        neededBy lastUser: Int, orByOlder isNeededByOlder: Bool, isCopied: Bool
    ) {
        self.number = number
        self.service = service
        identity = ObjectIdentifier(released.instance)
        self.deadline = deadline
        self.lastUser = lastUser
        self.isNeededByOlder = isNeededByOlder
        self.isCopied = isCopied
        manner = released.manner
        instance = released.instance
    }

    /// Whether it waits until nobody else holds it.
    var isHolding: Bool { deadline != nil }

    /// Whether nothing that waits needs it; `first` is the smallest number of what does.
    ///
    /// One that waits before the last user counts as a user, too. Of two that need each other, the one that was built later waits less.
    func isUnneeded(first: Int, _ isOlderOver: Bool) -> Bool {
        let last = isHolding ? min(lastUser, number - 1) : lastUser
        return first > last && (isOlderOver || !isNeededByOlder)
    }

    /// Whether nobody else holds it, as far as that matters.
    var isFree: Bool { deadline == nil || !isCopied && isKnownUniquelyReferenced(&instance) }

    func isLate(at now: ContinuousClock.Instant) -> Bool { deadline.map { now >= $0 } ?? false }

    /// Whether the end of its wait by its limit says that somebody has held it for too long: its own `run` holds it, too.
    var isHeldByOthers: Bool { !isCopied && service.definition.lifecycle.run == nil }

    /// Gives the instance away.
    func take() -> ReleasedInstance? {
        defer { instance = nil }
        return instance.map { ReleasedInstance(instance: $0, manner: manner) }
    }

    /// The scripts whose functions it may hold, which may hold it in turn.
    var life: ScriptLife? { manner.life }
}
