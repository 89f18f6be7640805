import Synchronization

/// The shared instances of a generation, each in a slot that is written once and read without a lock.
final class InstanceTable: @unchecked Sendable {  // Slots are atomic; casters never change.
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
            let caster = service.casters.first
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

    /// The instance, without owning it; the caller retains it while it is sure that the table lives.
    @inline(__always) func peek(_ index: Int) -> Unmanaged<AnyObject>? {
        Self.object(slots[index].instance.load(ordering: .acquiring))
    }

    func instance(at index: Int) -> AnyObject? {
        peek(index)?.takeUnretainedValue()
    }

    /// The caster of the service's own type, when that is the type that is asked for.
    @inline(__always) func ownCaster(_ index: Int, for target: ObjectIdentifier) -> Unmanaged<AnyCaster>? {
        slots[index].target == target ? slots[index].caster : nil
    }

    /// Puts an instance in, and gives the former one back, which the caller must release once no reader can see it.
    func exchange(_ instance: AnyObject, at index: Int) -> Unmanaged<AnyObject>? {
        let address = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        return Self.object(slots[index].instance.exchange(address, ordering: .acquiringAndReleasing))
    }

    @inline(__always) private static func object(_ address: UInt) -> Unmanaged<AnyObject>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
}
