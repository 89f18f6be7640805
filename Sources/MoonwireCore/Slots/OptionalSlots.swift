import MoonwireSupport

/// An optional slot, without its type.
struct OptionalSlot: @unchecked Sendable {  // Nothing writes to the memory.
    /// Where the slot is in its owner.
    fileprivate let offset: Int
    /// Where its container is in the owner.
    fileprivate let homeOffset: Int
    /// Memory with nil as a value of the slot, which is never freed.
    fileprivate let none: UnsafeMutableRawPointer?

    fileprivate static let end = OptionalSlot(offset: -1, homeOffset: 0, none: nil)

    private init(offset: Int, homeOffset: Int, none: UnsafeMutableRawPointer?) {
        self.offset = offset
        self.homeOffset = homeOffset
        self.none = none
    }

    /// Nil for a required slot.
    init?<Value>(_: Injected<Value>.Type, at offset: Int) {
        guard let value = nothing(as: Value.self), let home = MemoryLayout<Injected<Value>>.offset(of: \.home) else {
            return nil
        }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        memory.initialize(to: value)
        self.init(offset: offset, homeOffset: offset + home, none: UnsafeMutableRawPointer(memory))
    }
}

/// The optional slots of a class that are joined without a look at their types, and of which reads remember that they are empty.
///
/// They are in memory that is never freed, as the table of the class is not.
struct OptionalSlots: @unchecked Sendable {  // The memory does not change after the initialization.
    private let slots: UnsafePointer<OptionalSlot>
    private let count: Int
    /// Whether they are all slots of the class, which has some.
    let areAll: Bool

    init(_ fields: [SlotField]) {
        let known = fields.compactMap { $0.slot.optional(at: $0.offset) }.prefix(EmptySlots.most)
        let memory = UnsafeMutablePointer<OptionalSlot>.allocate(capacity: known.count + 1)
        for (place, slot) in (known + [.end]).enumerated() { (memory + place).initialize(to: slot) }
        slots = UnsafePointer(memory)
        count = known.count
        areAll = !fields.isEmpty && known.count == fields.count
    }

    /// Those of an owner whose class is not known.
    static let none = OptionalSlots([])

    /// The place of the slot at an offset in the owner; nil if it is not one of them.
    @inline(__always) func place(at offset: Int) -> Int? {
        var place = 0
        // The last element has no value, and there is none after it.
        while slots[place].none != nil {
            if slots[place].offset == offset { return place }
            place &+= 1
        }
        return nil
    }

    @inline(__always) func none(at place: Int) -> UnsafeMutableRawPointer? { slots[place].none }

    /// Stores the container in the slots of an owner that do not have it already; `make` is called at most once.
    func join(_ owner: AnyObject, _ current: CurrentGeneration, _ make: () -> SlotHome) {
        let start = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        var made: SlotHome?
        for place in 0..<count {
            // The offset is that of a property of this type in the owner's class.
            let home = (start + slots[place].homeOffset).assumingMemoryBound(to: SlotHome?.self)
            if home.pointee?.current === current { continue }
            let next = made ?? make()
            made = next
            home.pointee = next
        }
    }
}

/// The optional slots of an owner that the wiring of a generation cannot fill, as reads of them have found.
struct EmptySlots: ~Copyable, Sendable {
    /// The number of slots that are remembered for a class; the others are looked for at each read.
    static let most = 24

    /// The number of the generation, and below it a bit for each place in ``OptionalSlots``.
    ///
    /// A number that does not fit is never equal to that of a generation, so that its slots are not remembered.
    private let state = Atomic<Int>(0)

    @inline(__always) func contains(_ place: Int, of number: Int) -> Bool {
        let state = state.load(ordering: .relaxed)
        return state >> Self.most == number && state & (1 &<< place) != 0
    }

    func insert(_ place: Int, of number: Int) {
        var known = state.load(ordering: .relaxed)
        while true {
            let others = known >> Self.most == number ? known & ((1 << Self.most) - 1) : 0
            let (isExchanged, original) = state.compareExchange(
                expected: known, desired: number << Self.most | others | 1 << place, ordering: .relaxed)
            if isExchanged { return }
            known = original
        }
    }
}
