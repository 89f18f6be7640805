import Synchronization

/// The shared instances of a generation, each in a slot that is written once and read without a lock.
// Slots are atomic; casters are written before anybody else sees them.
final class InstanceTable: @unchecked Sendable {
    private struct Slot: ~Copyable {
        /// The address of a retained instance; zero while there is none.
        let instance = Atomic<UInt>(0)
        let target: ObjectIdentifier?
        let caster: Unmanaged<AnyCaster>?
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let count: Int

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

    /// Puts an instance in, and gives the former one back, which the caller must release once no reader can see it.
    func exchange(_ instance: AnyObject, at index: Int) -> Unmanaged<AnyObject>? {
        let address = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        return Self.object(slots[index].instance.exchange(address, ordering: .sequentiallyConsistent))
    }

    /// Empties every slot, and gives the instances to the caller, as ``exchange(_:at:)`` does.
    func takeAll() -> [(place: Int, instance: Unmanaged<AnyObject>)] {
        (0..<count).compactMap { place in
            Self.object(slots[place].instance.exchange(0, ordering: .sequentiallyConsistent)).map { (place, $0) }
        }
    }

    /// Puts an instance into an empty slot; false when there is one already.
    func fill(_ instance: AnyObject, at index: Int) -> Bool {
        let retained = Unmanaged.passRetained(instance)
        let isFilled = slots[index].instance.compareExchange(
            expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .sequentiallyConsistent
        ).exchanged
        if !isFilled { retained.release() }
        return isFilled
    }

    @inline(__always) private static func object(_ address: UInt) -> Unmanaged<AnyObject>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
}
