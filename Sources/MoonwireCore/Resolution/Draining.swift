import MoonwireModel
import MoonwireSupport

/// The replaced instances of a generation that are released later.
final class Draining: Sendable {
    /// An instance whose wait is over.
    struct Due {
        let released: ReleasedInstance
        /// Whether nobody else holds it.
        var isFree = false
        /// Whether somebody has held it for too long.
        var isHeld = false
    }

    private struct State: @unchecked Sendable {  // The lock protects it.
        var waiting: [WaitingInstance]
        /// Whether instances are being released, before those that wait.
        var isReleasing: Bool
        /// The instances that are being released.
        var taken: Set<ObjectIdentifier> = []
        /// What waits in older generations, and needs instances of this one.
        var older: [Draining]

        /// Takes what is free or, if there is nothing, the first one whose limit is reached: it may be all that holds another one.
        mutating func takeDue(at now: ContinuousClock.Instant, _ isOlderOver: Bool) -> [Due] {
            let first = waiting.first { $0.isHolding }?.number ?? .max
            let unneeded = { (one: WaitingInstance) in one.isUnneeded(first: first, isOlderOver) }
            let free = remove { unneeded($0) && $0.isFree }
            if !free.isEmpty {
                return free.compactMap { one in one.take().map { Due(released: $0, isFree: one.isCounted) } }
            }
            guard let late = waiting.first(where: { $0.isLate(at: now) && unneeded($0) }) else { return [] }
            waiting.removeAll { $0 === late }
            let isHeld = late.isHeldByOthers
            return late.take().map { [Due(released: $0, isHeld: isHeld)] } ?? []
        }

        private mutating func remove(_ isRemoved: (WaitingInstance) -> Bool) -> [WaitingInstance] {
            var (removed, others): ([WaitingInstance], [WaitingInstance]) = ([], [])
            for one in waiting { if isRemoved(one) { removed.append(one) } else { others.append(one) } }
            waiting = others
            return removed
        }
    }

    private let state: Lock<State>
    let generation: Generation
    /// The instances in later generations that those which wait need.
    private let kept: Set<ObjectIdentifier>
    /// The scripts of other generations whose functions the instances may hold.
    let lives: [ScriptLife]

    /// - Parameters:
    ///   - waiting: The instances in the order of their release.
    ///   - kept: The instances in later generations that these need.
    ///   - older: What waits in older generations, and needs some of these.
    ///   - generation: The generation that they belong to.
    init(
        _ waiting: [WaitingInstance], keeping kept: Set<ObjectIdentifier>, after older: [Draining],
        in generation: Generation
    ) {
        let lives = waiting.compactMap(\.life).map { (ObjectIdentifier($0), $0) }
        self.lives = Array(Dictionary(lives, uniquingKeysWith: { one, _ in one }).values)
        // What does not wait is released first.
        state = Lock(State(waiting: waiting, isReleasing: true, older: older))
        self.kept = kept
        self.generation = generation
    }

    /// Whether something that waits needs an instance of a later generation.
    func needs(_ instance: AnyObject) -> Bool { kept.contains(ObjectIdentifier(instance)) }

    /// Whether an instance waits, or is being released after its wait.
    func contains(_ instance: AnyObject) -> Bool {
        let identity = ObjectIdentifier(instance)
        return state.withLock { state in
            state.taken.contains(identity) || state.waiting.contains { $0.identity == identity }
        }
    }

    /// Whether an instance waits, and is not being released yet.
    func awaits(_ instance: AnyObject) -> Bool {
        let identity = ObjectIdentifier(instance)
        return state.withLock { $0.waiting.contains { $0.identity == identity } }
    }

    /// The ids of the services whose instances somebody holds, in the order of their release.
    var ids: [String] { state.withLock { $0.waiting.filter(\.isHolding).map(\.service.id) } }

    /// Whether everything is released.
    var isOver: Bool { state.withLock { $0.waiting.isEmpty && !$0.isReleasing } }

    /// Takes everything, unless something is still being released, here or where it needs what waits here, or a state is being taken
    /// over and `evenTaken` is false.
    func takeAll(evenTaken: Bool) -> [ReleasedInstance] {
        guard dropsOlder() else { return [] }
        return state.withLock { state in
            if state.isReleasing { return [] }
            // All of them: an instance whose state is being taken over may need others.
            guard state.waiting.count(where: { !$0.endWait() }) == 0 || evenTaken else { return [] }
            defer { state.waiting = [] }
            state.isReleasing = !state.waiting.isEmpty
            state.taken = Set(state.waiting.map(\.identity))
            return state.waiting.compactMap { $0.take() }
        }
    }

    /// Takes the instances whose wait is over, unless others are still being released.
    func takeDue(at now: ContinuousClock.Instant) -> [Due] {
        let isOlderOver = dropsOlder()
        return state.withLock { state in
            if state.isReleasing { return [] }
            let due = state.takeDue(at: now, isOlderOver)
            state.isReleasing = !due.isEmpty
            state.taken = Set(due.map { ObjectIdentifier($0.released.instance) })
            return due
        }
    }

    /// What was taken, or what does not wait, is released.
    func endRelease() {
        state.withLock { state in
            state.isReleasing = false
            state.taken = []
        }
    }

    /// Drops what is over in older generations; returns whether all of it is.
    private func dropsOlder() -> Bool {
        let older = state.withLock { $0.older }
        let open = older.filter { !$0.isOver }
        // What is over is released outside the lock.
        return withExtendedLifetime(older) {
            state.withLock { $0.older = open }
            return open.isEmpty
        }
    }
}

/// What drains in a container.
final class DrainingGenerations: Sendable {
    private struct State {
        var all: [Draining] = []
        /// The last generation of a container that ends; it may have instances again that drain.
        var last: Generation?
    }

    private let state = Lock(State())
    private let count = Atomic<Int>(0)
    private let leaving = Atomic(false)

    /// Whether there are none; checking costs next to nothing.
    var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

    func begin(_ draining: Draining) {
        state.withLock { $0.all.append(draining) }
        count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    func end(_ draining: Draining) {
        state.withLock { state in state.all.removeAll { $0 === draining } }
        count.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }

    /// The elements are copied: the thread sanitizer does not detect that an array is no longer shared when it changes in place.
    private var all: [Draining] { state.withLock { $0.all.map { $0 } } }

    /// What drains and needs one of the instances.
    func needing(_ released: [ReleasedInstance]) -> [Draining] {
        all.filter { one in released.contains { one.needs($0.instance) } }
    }

    /// The ids of the services of a generation whose instances drain.
    func ids(ofGeneration number: Int) -> [String] {
        all.filter { $0.generation.context.number == number }.flatMap(\.ids)
    }

    /// Whether something that waits needs an instance of a later generation.
    func needs(_ instance: AnyObject) -> Bool { all.contains { $0.needs(instance) } }

    /// Whether an instance waits, in any generation.
    func awaits(_ instance: AnyObject) -> Bool { !isEmpty && all.contains { $0.awaits(instance) } }

    /// The container ends with this generation; nil when that is over.
    func noteLast(_ last: Generation?) {
        let former = state.withLock { state in
            defer { state.last = last }
            return state.last
        }
        withExtendedLifetime(former) {}
    }

    /// Whether the last generation of a container that ends has the instance.
    func isHeldByLast(_ instance: AnyObject) -> Bool {
        state.withLock { $0.last }?.instances.shared.holds(instance) ?? false
    }

    /// Whether the last generation has instances that wait or are being released, or that are needed by what waits.
    var needsLast: Bool {
        let (all, last) = state.withLock { ($0.all.map { $0 }, $0.last) }
        guard !all.isEmpty, let last else { return false }
        return last.instances.shared.holdings.contains { holding in
            all.contains { $0.needs(holding.instance) || $0.contains(holding.instance) }
        }
    }

    /// Whether ``leaveAll()`` follows, or is in progress.
    var isLeaving: Bool { leaving.load(ordering: .sequentiallyConsistent) }

    /// The container ends, and ``leaveAll()`` follows.
    func beginLeaving() { leaving.store(true, ordering: .sequentiallyConsistent) }

    /// Releases everything at once, oldest first, at the end of a container that was released without a shutdown.
    ///
    /// Returns whether nothing is left; what is being released ends before what it needs.
    func leaveAll() -> Bool {
        defer { leaving.store(false, ordering: .sequentiallyConsistent) }
        for one in all {
            let released = one.takeAll(evenTaken: false)
            if released.isEmpty { continue }
            one.generation.leave(released)
            one.endRelease()
        }
        return all.allSatisfy(\.isOver)
    }

    /// Waits until everything is released, after the end of the container.
    func finish() async {
        while !isEmpty, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
