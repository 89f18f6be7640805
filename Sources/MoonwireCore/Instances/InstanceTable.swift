import MoonwireSupport

/// The shared instances of a generation, each in a slot that is written once and read without a lock.
// Slots are atomic; casters are written before anybody else sees them; the log has its lock.
final class InstanceTable: @unchecked Sendable {
    private struct Slot: ~Copyable {
        /// The address of a retained instance; zero while there is none.
        let instance = Atomic<UInt>(0)
        let target: ObjectIdentifier?
        let caster: Unmanaged<AnyCaster>?
    }

    /// What happened to the table, for those who ask rarely.
    private struct Log {
        /// The places in the order in which their instances came.
        var order: [Int] = []
        /// How they came, in the same order.
        var provenances: [Provenance] = []
        /// Where instances come from that were not built here, by position.
        var sources: [Int: Provenance.Source] = [:]
        /// How many slots have been cleared so far.
        var clearings = 0
        /// By the position of a slot that was cleared, the number of its last clearing.
        var cleared: [Int: Int] = [:]

        func wasCleared(_ position: Int, since clearings: Int) -> Bool {
            cleared[position].map { $0 > clearings } ?? false
        }

        mutating func note(_ position: Int, _ provenance: Provenance) {
            order.append(position)
            provenances.append(provenance)
        }

        /// Makes room for so many more.
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

    /// The instance, without owning it; the caller is inside the gate, and retains it before it leaves.
    @inline(__always) func peek(_ index: Int) -> Unmanaged<AnyObject>? {
        Self.object(slots[index].instance.load(ordering: .sequentiallyConsistent))
    }

    /// The caster of the service's own type, when that is the type that is asked for.
    @inline(__always) func ownCaster(_ index: Int, for target: ObjectIdentifier) -> Unmanaged<AnyCaster>? {
        slots[index].target == target ? slots[index].caster : nil
    }

    /// The places that hold an instance, in the order in which those came.
    var held: [Int] { log.withLock { $0.order } }

    /// What the table holds, in the order in which it came.
    var holdings: [Holding] {
        // An instance leaves its slot with the log's lock held, and so cannot go meanwhile.
        log.withLock { log in
            zip(log.order, log.provenances).compactMap { position, provenance in
                peek(position).map {
                    Holding(
                        position: position, instance: $0.takeUnretainedValue(), provenance: provenance, isWeak: false)
                }
            }
        }
    }

    /// The places whose instances the application supplied.
    var supplied: Set<Int> { log.withLock { Set($0.sources.filter { $0.value == .application }.keys) } }

    /// An instance that made room for another one.
    struct Former {
        /// The caller must release it once no reader can see it.
        let instance: Unmanaged<AnyObject>
        let source: Provenance.Source
        /// Lets go of scripts perhaps, so it goes with the caller, too.
        let provenance: Provenance?
    }

    /// Puts the application's instance in, empties the slots of what was built around the former one, and gives what was
    /// there: by position, nil where nothing was.
    ///
    /// - Parameter decorators: The nearest first: no outer one can be built around an inner one that is still there.
    func supply(
        _ instance: AnyObject, at index: Int, from source: Provenance.Source, clearing decorators: [Int]
    ) -> [(position: Int, former: Former?)] {
        let address = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        let provenance = Provenance.now(from: source)
        return log.withLock { log in
            // Before the instance can be seen: who sees it finds out that the slots are cleared.
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

    /// How many slots have been cleared so far.
    var clearings: Int { log.withLock { $0.clearings } }

    func wasCleared(_ index: Int, since clearings: Int) -> Bool {
        log.withLock { $0.wasCleared(index, since: clearings) }
    }

    /// Puts an instance into an empty slot; false when there is one already, or when the slot was cleared since then.
    func fill(_ instance: AnyObject, at index: Int, _ provenance: Provenance, unlessClearedSince clearings: Int) -> Bool
    {
        log.withLock { log in
            guard !log.wasCleared(index, since: clearings) else { return false }
            return fill(instance, at: index, provenance, &log)
        }
    }

    /// Puts instances into slots that are empty and were not cleared since then, and tells by number which; what is held
    /// weakly has no slot.
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

    /// Empties every slot; the instances go to the caller, in the order in which they came, with what they keep.
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
