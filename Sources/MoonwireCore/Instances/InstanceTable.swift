import MoonwireSupport

/// The shared instances of a generation, each in a slot that is written once and read without a lock.
// Slots are atomic; casters are written before the table is shared; the log has its lock.
class InstanceTable: @unchecked Sendable {
    /// The place of one instance.
    struct Slot: ~Copyable {
        /// The address of a retained instance; zero if there is none.
        let instance = Atomic<UInt>(0)
        /// The number of the filling that stored the instance; written before it.
        let filling = Atomic<Int>(0)
        let target: ObjectIdentifier?
        let caster: Unmanaged<AnyCaster>?
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let count: Int
    let log: Lock<InstanceLog>
    /// The number of replaced instances that layers above use.
    private let formers = Atomic<Int>(0)

    init(_ services: PlannedServices, fillings: Int = 0) {
        count = services.count
        slots = count == 0 ? Self.noSlots : .allocate(capacity: count)
        log = Lock(InstanceLog(fillings: fillings))
        for (index, service) in services.enumerated() {
            let caster = service.hitCasters.first
            slots.advanced(by: index).initialize(
                to: Slot(target: caster?.target, caster: caster.map(Unmanaged.passUnretained)))
        }
    }

    deinit {
        for index in 0..<count {
            Self.object(slots[index].instance.load(ordering: .acquiring))?.release()
        }
        slots.deinitialize(count: count)
        if count > 0 { slots.deallocate() }
    }

    /// Where the slots of a table without slots of its own would be; neither read nor written, so every thread may have it.
    nonisolated(unsafe) private static let noSlots = UnsafeMutablePointer<Slot>.allocate(capacity: 1)

    /// The slot at a position; called under the log's lock.
    func slot(at index: Int) -> UnsafeMutablePointer<Slot> { slots.advanced(by: index) }

    /// The contents of a slot that was cleared.
    var clearedSlot: UInt { 0 }

    /// The instance at a position, without a retain; the caller is inside the gate, and retains it before it leaves.
    func find(_ index: Int) -> Unmanaged<AnyObject>? { peek(index) }

    /// The rank of an instance of the table beneath that is visible at a position; called under the log's lock.
    func rankBeneath(at index: Int) -> Int? { nil }

    /// The instances in the order in which they were added.
    var holdings: [Holding] {
        // An instance is removed from its slot under the log's lock, and therefore cannot be released meanwhile.
        log.withLock { log in log.entries.compactMap { ranked($0)?.holding } }
    }

    /// The positions of the instances, in the order in which they were added.
    var held: [Int] { log.withLock { $0.entries.map(\.position) } }

    /// The instance, without a retain; the caller is inside the gate, and retains it before it leaves.
    ///
    /// Only in the table of a whole generation.
    @inline(__always) final func peek(_ index: Int) -> Unmanaged<AnyObject>? {
        Self.object(slots[index].instance.load(ordering: .sequentiallyConsistent))
    }

    /// The caster of the service's own type, if that is the requested type.
    @inline(__always) final func ownCaster(_ index: Int, for target: ObjectIdentifier) -> Unmanaged<AnyCaster>? {
        slots[index].target == target ? slots[index].caster : nil
    }

    /// The instance that was in a slot after the given number of fillings, without a retain; for a layer that was opened then.
    final func peek(_ index: Int, before filling: Int) -> Unmanaged<AnyObject>? {
        let instance = peek(index)
        // In this order: the instance is stored after its number.
        if let instance, slots[index].filling.load(ordering: .sequentiallyConsistent) <= filling { return instance }
        guard formers.load(ordering: .sequentiallyConsistent) > 0 else { return nil }
        return log.withLock { log in
            log.formers.first { $0.entry.position == index && $0.fillings.contains(filling) }
                .map { .passUnretained($0.instance) }
        }
    }

    /// Opens a layer above, which has the instances that are here now; returns the number of fillings.
    final func beginLayer() -> Int { log.withLock { $0.beginLayer() } }

    final func endLayer(openedAt filling: Int) {
        // Released outside the lock.
        let released = log.withLock { log in
            defer { formers.store(log.formers.count, ordering: .sequentiallyConsistent) }
            return log.endLayer(openedAt: filling)
        }
        withExtendedLifetime(released) {}
    }

    /// The instances that were in the table after the given number of fillings, with their ranks.
    final func rankedHoldings(before filling: Int) -> [(rank: Int, holding: Holding)] {
        log.withLock { log in
            let present = log.entries.filter {
                slots[$0.position].filling.load(ordering: .sequentiallyConsistent) <= filling
            }
            let former = log.formers.filter { $0.fillings.contains(filling) }
            return present.compactMap { ranked($0) } + former.map { ($0.entry.rank, $0.entry.holding($0.instance)) }
        }
    }

    final func rank(at index: Int, before filling: Int) -> Int? {
        log.withLock { log in
            if let former = log.formers.first(where: { $0.entry.position == index && $0.fillings.contains(filling) }) {
                return former.entry.rank
            }
            guard slots[index].filling.load(ordering: .sequentiallyConsistent) <= filling else { return nil }
            return log.entries.first { $0.position == index }?.rank
        }
    }

    /// The instances of this table alone, with their ranks.
    final var rankedHoldings: [(rank: Int, holding: Holding)] {
        log.withLock { log in log.entries.compactMap { ranked($0) } }
    }

    private func ranked(_ entry: InstanceLog.Entry) -> (rank: Int, holding: Holding)? {
        Self.object(slot(at: entry.position).pointee.instance.load(ordering: .sequentiallyConsistent)).map {
            (entry.rank, entry.holding($0.takeUnretainedValue()))
        }
    }

    /// Whether the table has an instance; takes no time for each instance.
    func holds(_ instance: AnyObject) -> Bool {
        log.withLock { log in
            let entries = log.entries
            return log.holds(instance) { entries.compactMap { ranked($0)?.holding.instance } }
        }
    }

    /// The positions of the instances that the application supplied.
    final var supplied: Set<Int> {
        log.withLock { Set($0.sources.filter { $0.value == .application }.keys) }
    }

    /// The positions of the instances that another generation has lent.
    final var lent: Set<Int> { log.withLock { Set($0.sources.filter { $0.value == .loan }.keys) } }

    /// The positions of instances that a reload has carried over, but to which what has changed could not be applied.
    final var unapplied: Set<Int> { log.withLock { $0.unapplied } }

    final func note(_ position: Int, isUnapplied: Bool) { log.withLock { $0.note(position, isUnapplied: isUnapplied) } }

    /// An instance that was replaced.
    struct Former {
        /// The caller must release it after no reader can see it.
        let instance: Unmanaged<AnyObject>
        let source: Provenance.Source
        /// May release scripts, so the caller releases it, too.
        let provenance: Provenance?
    }

    /// Stores the application's instance, clears the slots of the decorators around the former one, and returns the former
    /// contents: by position, nil for an empty slot.
    ///
    /// `decorators` are ordered from the innermost: no outer one can be built around an inner one that still exists.
    final func supply(
        _ instance: AnyObject, at index: Int, from source: Provenance.Source, clearing decorators: [Int]
    ) -> [(position: Int, former: Former?)] {
        let provenance = Provenance.now(from: source)
        return log.withLock { log in
            // Before the instance is visible: a thread that sees it also sees the cleared slots.
            for decorator in decorators { log.clear(decorator) }
            let former = supply(instance, at: index, provenance, &log)
            return [(index, former)] + decorators.map { ($0, clear(at: $0, &log)) }
        }
    }

    private func supply(
        _ instance: AnyObject, at index: Int, _ provenance: Provenance, _ log: inout InstanceLog
    ) -> Former? {
        let slot = slot(at: index)
        guard let former = Self.object(slot.pointee.instance.load(ordering: .sequentiallyConsistent)) else {
            let rank = rankBeneath(at: index)
            store(instance, in: slot, &log)
            log.note(index, provenance, rank: rank)
            return nil
        }
        let (entry, source) = log.replace(index, provenance)
        keep(former, entry, slot, &log)
        store(instance, in: slot, &log)
        return Former(instance: former, source: source, provenance: entry?.provenance)
    }

    /// Clears a slot; `isKept` states whether the layers above keep its instance.
    private func clear(at index: Int, _ log: inout InstanceLog, isKept: Bool = true) -> Former? {
        let slot = slot(at: index)
        let (entry, source) = log.remove(index)
        let former = Self.object(slot.pointee.instance.load(ordering: .sequentiallyConsistent))
        if let former { keep(former, isKept ? entry : nil, slot, &log) }
        // A layer that is opened later does not have the former one.
        _ = log.nextFilling()
        slot.pointee.instance.store(clearedSlot, ordering: .sequentiallyConsistent)
        return former.map { Former(instance: $0, source: source, provenance: entry?.provenance) }
    }

    /// Keeps an instance for the layers above before it is replaced.
    private func keep(
        _ former: Unmanaged<AnyObject>, _ entry: InstanceLog.Entry?, _ slot: UnsafeMutablePointer<Slot>,
        _ log: inout InstanceLog
    ) {
        log.discount(former.takeUnretainedValue())
        let filling = slot.pointee.filling.load(ordering: .sequentiallyConsistent)
        log.keep(former.takeUnretainedValue(), entry, filledAt: filling)
        formers.store(log.formers.count, ordering: .sequentiallyConsistent)
    }

    /// Stores a retained instance; a reader that sees it also sees its number.
    private func store(_ instance: AnyObject, in slot: UnsafeMutablePointer<Slot>, _ log: inout InstanceLog) {
        log.count(instance)
        slot.pointee.filling.store(log.nextFilling(), ordering: .sequentiallyConsistent)
        slot.pointee.instance.store(
            UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()), ordering: .sequentiallyConsistent)
    }

    /// When the instance that is visible at a position expires; nil if there is none, or if it does not expire.
    final func expiry(at index: Int) -> Expiry? { log.withLock { expiry(at: index, $0.expiries[index]) } }

    /// The same, where `own` is that of the instance in this table; called under the log's lock.
    func expiry(at index: Int, _ own: Expiry?) -> Expiry? { own }

    /// Clears slots if the instance of the first one still expires then, and returns their former contents; nil if another thread has
    /// done so.
    ///
    /// The others are those of the decorators around it, from the innermost.
    final func clear(
        _ positions: ArraySlice<Int>, ifFirstExpires expiry: Expiry
    ) -> [(position: Int, former: Former?)]? {
        log.withLock { log in
            guard let first = positions.first, self.expiry(at: first, log.expiries[first]) === expiry else {
                return nil
            }
            for position in positions { log.clear(position) }
            // The layers above need not keep them: they have expired there, too.
            return positions.map { ($0, clear(at: $0, &log, isKept: false)) }
        }
    }

    /// The same of an instance that was in this table after the given number of fillings; for a layer that was opened then.
    final func expiry(at index: Int, before filling: Int) -> Expiry? {
        log.withLock { log in
            if let former = log.formers.first(where: { $0.entry.position == index && $0.fillings.contains(filling) }) {
                return former.entry.provenance.expiry
            }
            return slots[index].filling.load(ordering: .sequentiallyConsistent) <= filling ? log.expiries[index] : nil
        }
    }

    /// The number of slots that have been cleared so far.
    final var clearings: Int { log.withLock { $0.clearings } }

    final func wasCleared(_ index: Int, since clearings: Int) -> Bool {
        log.withLock { $0.wasCleared(index, since: clearings) }
    }

    /// Stores an instance in an empty slot; false if the slot has one already, or was cleared since then.
    final func fill(
        _ instance: AnyObject, at index: Int, _ provenance: Provenance, unlessClearedSince clearings: Int
    ) -> Bool {
        log.withLock { log in
            guard !log.wasCleared(index, since: clearings) else { return false }
            return fill(instance, at: index, provenance, &log)
        }
    }

    /// Stores instances in slots that are empty, or that have them as a loan, and were not cleared since then, and returns which ones;
    /// weakly held instances have no slot.
    ///
    /// `areOne` states that none is stored unless all can be.
    final func fill(_ holdings: [Holding], areOne: Bool = false, unlessClearedSince clearings: Int) -> [Bool] {
        log.withLock { log in
            if areOne, !holdings.allSatisfy({ accepts($0, unlessClearedSince: clearings, log) }) {
                return Array(repeating: false, count: holdings.count)
            }
            log.reserve(holdings.count)
            let places = log.placesOfLoans
            return holdings.map {
                !$0.isWeak && !log.wasCleared($0.position, since: clearings)
                    && (fill($0.instance, at: $0.position, $0.provenance, &log) || adopt($0, at: places, &log))
            }
        }
    }

    /// Whether an instance can be stored.
    private func accepts(_ holding: Holding, unlessClearedSince clearings: Int, _ log: InstanceLog) -> Bool {
        if holding.isWeak || log.wasCleared(holding.position, since: clearings) { return false }
        let held = Self.object(slot(at: holding.position).pointee.instance.load(ordering: .sequentiallyConsistent))
        return held == nil || isLent(holding, log)
    }

    /// Whether the slot has the instance as a loan of another generation, and this is no longer one.
    private func isLent(_ holding: Holding, _ log: InstanceLog) -> Bool {
        let held = Self.object(slot(at: holding.position).pointee.instance.load(ordering: .sequentiallyConsistent))
        return held?.toOpaque() == Unmanaged.passUnretained(holding.instance).toOpaque()
            && holding.provenance.source != .loan && log.sources[holding.position] == .loan
    }

    /// Keeps an instance that another generation has lent so far.
    private func adopt(_ holding: Holding, at places: [Int: Int], _ log: inout InstanceLog) -> Bool {
        isLent(holding, log) && log.adopt(holding.position, holding.provenance, at: places)
    }

    private func fill(
        _ instance: AnyObject, at index: Int, _ provenance: Provenance, _ log: inout InstanceLog
    ) -> Bool {
        let slot = slot(at: index)
        guard Self.object(slot.pointee.instance.load(ordering: .sequentiallyConsistent)) == nil else { return false }
        store(instance, in: slot, &log)
        log.note(index, provenance)
        return true
    }

    /// Moves instances behind all others, in their order.
    final func moveToEnd(_ positions: Set<Int>) { log.withLock { $0.moveToEnd(positions) } }

    /// Clears every slot; returns the instances in the order in which they were added, with what they keep alive.
    final func takeAll() -> [Holding] {
        log.withLock { log in
            defer { log.removeAll() }
            return log.entries.compactMap { entry in
                let slot = slot(at: entry.position)
                return Self.object(slot.pointee.instance.exchange(clearedSlot, ordering: .sequentiallyConsistent)).map {
                    entry.holding($0.takeRetainedValue())
                }
            }
        }
    }

    /// The object at an address; nil for a slot that is empty or cleared.
    @inline(__always) static func object(_ address: UInt) -> Unmanaged<AnyObject>? {
        // In a layer, 1 marks an empty slot that hides the instance beneath it.
        address > 1 ? .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped) : nil
    }
}

extension InstanceLog.Entry {
    fileprivate func holding(_ instance: AnyObject) -> Holding {
        Holding(position: position, instance: instance, provenance: provenance, isWeak: false)
    }
}
