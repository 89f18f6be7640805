import MoonwireSupport

/// The shared instances of a generation, each in a slot that is written once and read without a lock.
// Slots are atomic; casters are written before the table is shared; the log has its lock.
final class InstanceTable: @unchecked Sendable {
    private struct Slot: ~Copyable {
        /// The address of a retained instance; zero if there is none.
        let instance = Atomic<UInt>(0)
        let target: ObjectIdentifier?
        let caster: Unmanaged<AnyCaster>?
    }

    /// The history of the table, for infrequent queries.
    private struct Log {
        /// The positions in the order in which their instances were added.
        var order: [Int] = []
        /// Their provenances, in the same order.
        var provenances: [Provenance] = []
        /// The sources of instances that were not built here, by position.
        var sources: [Int: Provenance.Source] = [:]
        /// The number of slots that have been cleared so far.
        var clearings = 0
        /// By the position of a cleared slot, the number of its last clearing.
        var cleared: [Int: Int] = [:]

        func wasCleared(_ position: Int, since clearings: Int) -> Bool {
            cleared[position].map { $0 > clearings } ?? false
        }

        mutating func note(_ position: Int, _ provenance: Provenance) {
            order.append(position)
            provenances.append(provenance)
        }

        /// Reserves capacity for more instances.
        mutating func reserve(_ count: Int) {
            order.reserveCapacity(order.count + count)
            provenances.reserveCapacity(provenances.count + count)
        }
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let count: Int
    private let log = Lock(Log())

    init(_ services: [PlannedService]) {
        count = services.count
        slots = .allocate(capacity: max(1, count))
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
        slots.deallocate()
    }

    /// The instance, without a retain; the caller is inside the gate, and retains it before it leaves.
    @inline(__always) func peek(_ index: Int) -> Unmanaged<AnyObject>? {
        Self.object(slots[index].instance.load(ordering: .sequentiallyConsistent))
    }

    /// The caster of the service's own type, if that is the requested type.
    @inline(__always) func ownCaster(_ index: Int, for target: ObjectIdentifier) -> Unmanaged<AnyCaster>? {
        slots[index].target == target ? slots[index].caster : nil
    }

    /// The positions of the instances, in the order in which they were added.
    var held: [Int] { log.withLock { $0.order } }

    /// The instances in the order in which they were added.
    var holdings: [Holding] {
        // An instance is removed from its slot under the log's lock, and therefore cannot be released meanwhile.
        log.withLock { log in
            zip(log.order, log.provenances).compactMap { position, provenance in
                peek(position).map {
                    Holding(
                        position: position, instance: $0.takeUnretainedValue(), provenance: provenance, isWeak: false)
                }
            }
        }
    }

    /// The positions of the instances that the application supplied.
    var supplied: Set<Int> { log.withLock { Set($0.sources.filter { $0.value == .application }.keys) } }

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
    func supply(
        _ instance: AnyObject, at index: Int, from source: Provenance.Source, clearing decorators: [Int]
    ) -> [(position: Int, former: Former?)] {
        let address = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        let provenance = Provenance.now(from: source)
        return log.withLock { log in
            // Before the instance is visible: a thread that sees it also sees the cleared slots.
            for decorator in decorators {
                log.clearings += 1
                log.cleared[decorator] = log.clearings
            }
            let former = supply(address, at: index, provenance, &log)
            return [(index, former)] + decorators.map { ($0, clear(at: $0, &log)) }
        }
    }

    private func supply(_ address: UInt, at index: Int, _ provenance: Provenance, _ log: inout Log) -> Former? {
        let source = log.sources.updateValue(provenance.source, forKey: index) ?? .build
        let former = Self.object(slots[index].instance.exchange(address, ordering: .sequentiallyConsistent))
        guard let former else {
            log.note(index, provenance)
            return nil
        }
        let number = log.order.firstIndex(of: index)
        let formerArrival = number.map { log.provenances[$0] }
        if let number { log.provenances[number] = provenance }
        return Former(instance: former, source: source, provenance: formerArrival)
    }

    private func clear(at index: Int, _ log: inout Log) -> Former? {
        let former = Self.object(slots[index].instance.exchange(0, ordering: .sequentiallyConsistent))
        let source = log.sources.removeValue(forKey: index) ?? .build
        var provenance: Provenance?
        if let number = log.order.firstIndex(of: index) {
            log.order.remove(at: number)
            provenance = log.provenances.remove(at: number)
        }
        return former.map { Former(instance: $0, source: source, provenance: provenance) }
    }

    /// The number of slots that have been cleared so far.
    var clearings: Int { log.withLock { $0.clearings } }

    func wasCleared(_ index: Int, since clearings: Int) -> Bool {
        log.withLock { $0.wasCleared(index, since: clearings) }
    }

    /// Stores an instance in an empty slot; false if the slot has one already, or was cleared since then.
    func fill(_ instance: AnyObject, at index: Int, _ provenance: Provenance, unlessClearedSince clearings: Int) -> Bool
    {
        log.withLock { log in
            guard !log.wasCleared(index, since: clearings) else { return false }
            return fill(instance, at: index, provenance, &log)
        }
    }

    /// Stores instances in slots that are empty and were not cleared since then, and returns their indices; weakly held instances
    /// have no slot.
    func fill(_ holdings: [Holding], unlessClearedSince clearings: Int) -> [Bool] {
        log.withLock { log in
            log.reserve(holdings.count)
            return holdings.map {
                !$0.isWeak && !log.wasCleared($0.position, since: clearings)
                    && fill($0.instance, at: $0.position, $0.provenance, &log)
            }
        }
    }

    private func fill(_ instance: AnyObject, at index: Int, _ provenance: Provenance, _ log: inout Log) -> Bool {
        let retained = Unmanaged.passRetained(instance)
        let isFilled = slots[index].instance.compareExchange(
            expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .sequentiallyConsistent
        ).exchanged
        guard isFilled else {
            // Never the last reference: the caller has one.
            retained.release()
            return false
        }
        log.note(index, provenance)
        if provenance.source != .build { log.sources[index] = provenance.source }
        return true
    }

    /// Clears every slot; returns the instances in the order in which they were added, with what they keep alive.
    func takeAll() -> [Holding] {
        log.withLock { log in
            defer {
                log.order = []
                log.provenances = []
            }
            return zip(log.order, log.provenances).compactMap { position, provenance in
                Self.object(slots[position].instance.exchange(0, ordering: .sequentiallyConsistent)).map {
                    Holding(position: position, instance: $0.takeRetainedValue(), provenance: provenance, isWeak: false)
                }
            }
        }
    }

    @inline(__always) private static func object(_ address: UInt) -> Unmanaged<AnyObject>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
}
