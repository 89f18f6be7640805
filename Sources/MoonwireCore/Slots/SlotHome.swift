import MoonwireSupport

/// The container that fills the slots of an owner.
///
/// It is not kept alive.
@usableFromInline final class SlotHome: Sendable {
    let current: CurrentGeneration
    /// The id of the owner's service, if more than one resolve returns the instance.
    let service: String?
    /// Whether a rule with `once` has filled the slot; the other slots of the owner have an object of their own then.
    let isSpent: Bool
    /// The generation that took over the owner.
    private let origin: WeakGeneration
    private let optionalSlots: OptionalSlots
    private let emptySlots = EmptySlots()

    init(_ generation: Generation, _ service: PlannedService?, _ optionalSlots: OptionalSlots) {
        current = generation.context.current
        origin = generation.reference
        isSpent = false
        self.service = service.flatMap { $0.index >= 0 && $0.scope.isSharedBetweenThreads ? $0.id : nil }
        self.optionalSlots = optionalSlots
    }

    private init(spentAs home: SlotHome) {
        current = home.current
        service = home.service
        origin = home.origin
        optionalSlots = home.optionalSlots
        isSpent = true
    }

    /// The same container, for a slot that a rule with `once` has filled.
    var spent: SlotHome { isSpent ? self : SlotHome(spentAs: self) }

    /// Whether values from a generation may be stored: an override or a candidate that did not build the owner is for one task, and a generation
    /// that has been replaced is only for resolves that still use it.
    func keeps(_ generation: Generation, _ isLate: Bool) -> Bool {
        (!generation.isBeside || generation.reference === origin) && !(isLate && generation.isSuperseded)
    }
}

// Optional slots that a read has found empty: the wiring of a generation does not change, so that further reads in the same one need
// not look again.
extension SlotHome {
    /// Notes that a generation has nothing for the slot at an offset in the owner, as the read has found.
    ///
    /// A read in an open scope has recorded a dependency of the owner's service there, and those outside record their own.
    func noteEmpty(at offset: Int, in generation: Generation) {
        guard let place = optionalSlots.place(at: offset),
            service == nil || generation.context.scope == nil || generation.reference === origin
        else { return }
        emptySlots.insert(place, of: generation.context.number)
    }

    /// Nil as the value of the slot at an offset in the owner, as ``knownNone(_:_:of:)`` returns it.
    ///
    /// Not inlined, because the closure around it would not be either then.
    @_effects(releasenone) @inline(never) fileprivate func knownNone(at offset: Int) -> UnsafeMutableRawPointer? {
        guard !current.overrides.isAny, !current.scopes.isAny else { return nil }
        return knownNone(at: offset, inGeneration: current.number.load(ordering: .acquiring))
    }

    /// The same while other tasks use overrides and scopes, or this one does.
    func knownNoneBeside(at offset: Int) -> UnsafeMutableRawPointer? {
        if current.asynchronousFunctions.isAny { return nil }
        let number = Override.number(of: current) ?? current.number.load(ordering: .acquiring)
        return knownNone(at: offset, inGeneration: number)
    }

    @inline(__always) private func knownNone(at offset: Int, inGeneration number: Int) -> UnsafeMutableRawPointer? {
        guard let place = optionalSlots.place(at: offset), emptySlots.contains(place, of: number),
            Resolution.lent(by: current.resolutionKey)._withUnsafeGuaranteedRef(\.isUndisturbed)
        else { return nil }
        return optionalSlots.none(at: place)
    }
}

/// Nil as the value of a slot, if an earlier read in the current generation has found the slot empty, and this thread can do nothing
/// but read in that generation; nil if the slot may have a value.
///
/// Only what the caller of a read needs in any case is read here, and nothing is released, so that the caller retains nothing for it.
/// A static method would ask for the metadata of its class first.
@_effects(releasenone) @inline(never) @usableFromInline func knownNone(
    _ home: UnsafePointer<SlotHome?>, _ slot: UnsafeRawPointer, of owner: AnyObject
) -> UnsafeMutableRawPointer? {
    // The same representation, read without a retain: the slot keeps the object.
    guard let home = UnsafeRawPointer(home).load(as: Unmanaged<SlotHome>?.self) else { return nil }
    let offset = slot - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
    return home._withUnsafeGuaranteedRef { $0.knownNone(at: offset) }
}
