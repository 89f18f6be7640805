internal import CLuaShim
internal import MoonwireValues

extension LuaStack {
    /// Pushes an object that scripts do not keep alive; one that is not `Sendable` they have during this entry only.
    public func write(weak object: AnyObject, at slot: Int) throws {
        try reserve(8)
        let hold = pushKnown(object)
        if hold == MW_UNKNOWN { pushNew(object, hold: MW_WEAK) } else { lendAgain(hold) }
    }

    /// The object when it is of that type, exactly or by inheritance.
    @inline(__always) public func object<T: AnyObject>(at position: Int, as type: T.Type) throws -> T? {
        guard let object = try object(at: position) else { return nil }
        if Swift.type(of: object) == type { return unsafeDowncast(object, to: type) }
        return object as? T
    }

    func push(object: AnyObject) throws {
        let hold = pushKnown(object)
        switch hold {
        case MW_KEPT: return
        case MW_WEAK: mw_make_strong(thread, mw_top(thread), Unmanaged.passRetained(object).toOpaque())
        case MW_UNKNOWN where type(of: object) == LuaTable.self:
            try push(unsafeDowncast(object, to: LuaTable.self))
        case MW_UNKNOWN: pushNew(object, hold: MW_KEPT)
        default: lendAgain(hold)
        }
    }

    /// An object that scripts hold in any way but for good; throws when they have it no more, or not in this call.
    @inline(never) func held(_ object: AnyObject, _ hold: Int32, at position: Int) throws -> AnyObject {
        if hold == MW_WEAK { return try alive(object) }
        try reserve(4)
        if mw_is_lent_here(thread, Int32(truncatingIfNeeded: position)) { return object }
        throw missing(at: position) ?? ConversionError(.missing)
    }

    /// The object of a weak entry.
    private func alive(_ reference: AnyObject) throws -> AnyObject {
        if let object = unsafeDowncast(reference, to: WeakReference.self).object { return object }
        throw ConversionError(.custom("refers to an object that is gone"))
    }

    /// Pushes a callable value; the number comes back as the call's payload.
    package func pushFunction(_ function: HostFunction, payload: Int = 0) {
        pushHolder(function)
        mw_push_function(thread, Int64(payload))
    }

    /// Pushes the userdata that keeps a host function alive; scripts never see it.
    func pushHolder(_ function: HostFunction) {
        let identity = Unmanaged.passUnretained(function).toOpaque()
        if mw_find_object(thread, identity) != MW_UNKNOWN { return }
        let retained = Unmanaged.passRetained(function).toOpaque()
        mw_push_object(thread, identity, retained, interpreter.holderClass, Int32(MW_KEPT))
    }

    /// Pushes the value that stands for the object, and answers how scripts hold it.
    func pushKnown(_ object: AnyObject) -> Int {
        let hold = Int(mw_find_object(thread, Unmanaged.passUnretained(object).toOpaque()))
        if hold == MW_WEAK, !isWeakTop(object) {
            pop(1)
            return MW_UNKNOWN
        }
        return hold
    }

    /// Whether the value on top still refers to the object; another one may have got the address since.
    private func isWeakTop(_ object: AnyObject) -> Bool {
        var hold: Int32 = 0
        guard let box = mw_read_object(thread, mw_top(thread), &hold) else { return false }
        return Unmanaged<WeakReference>.fromOpaque(box).takeUnretainedValue().object === object
    }

    /// Pushes an object that scripts do not know; what is not `Sendable` they have during this entry only.
    @inline(never) func pushNew(_ object: AnyObject, hold wanted: Int) {
        let known = interpreter.classSlot(of: object, self)
        let hold = known.isSendable ? wanted : MW_CONFINED
        let retained: Unmanaged<AnyObject> =
            hold == MW_WEAK ? .passRetained(WeakReference(object)) : .passRetained(object)
        mw_push_object(
            thread, Unmanaged.passUnretained(object).toOpaque(), retained.toOpaque(), known.slot, Int32(hold))
        lendAgain(hold)
    }
}

/// Lets an interpreter know an object without keeping it.
final class WeakReference {
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}
