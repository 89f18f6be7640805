/// Finds the service that provides a type: an open-addressed table that does not change after its initialization.
final class TypeTable: Sendable {
    /// The services that provide a type.
    enum Answer {
        case one(Int, Unmanaged<AnyCaster>)
        case none
        /// More than one, or one without hits, such as one with `resolved` hooks.
        case several
    }

    private struct Slot: @unchecked Sendable {  // The casters belong to exposures, which outlive every generation.
        var type: Int = 0
        var position: Int = -1
        var caster: Unmanaged<AnyCaster>?
    }

    private let mask: Int
    private let slots: [Slot]
    private static let several = -2

    init(_ services: [PlannedService]) {
        let services = services.filter { $0.definition.isSelectable }
        let count = services.reduce(0) { $0 + $1.casters.count }
        var size = 8
        while size < count * 2 { size *= 2 }
        mask = size - 1
        var slots = Array(repeating: Slot(), count: size)
        for service in services {
            for caster in service.casters {
                let type = unsafeBitCast(caster.target, to: Int.self)
                var index = Self.start(type) & mask
                while slots[index].type != 0, slots[index].type != type { index = (index + 1) & mask }
                let isNew = slots[index].type == 0
                let isHit = isNew && !service.hitCasters.isEmpty
                slots[index] = Slot(
                    type: type, position: isHit ? service.index : Self.several, caster: Unmanaged.passUnretained(caster)
                )
            }
        }
        self.slots = slots
    }

    @inline(__always) func lookup(_ type: ObjectIdentifier) -> Answer {
        let wanted = unsafeBitCast(type, to: Int.self)
        return slots.withUnsafeBufferPointer { slots in
            var index = Self.start(wanted) & mask
            while slots[index].type != wanted {
                if slots[index].type == 0 { return .none }
                index = (index + 1) & mask
            }
            guard slots[index].position >= 0, let caster = slots[index].caster else { return .several }
            return .one(slots[index].position, caster)
        }
    }

    /// Metadata is aligned, so its low bits are constant.
    @inline(__always) private static func start(_ type: Int) -> Int { (type >> 4) ^ (type >> 13) }
}
