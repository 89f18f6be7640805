internal import CLuaShim
internal import MoonwireValues

extension LuaStack {
    /// Pushes an object that scripts do not keep alive; one that is not `Sendable` is theirs during this entry only.
    package func push(weak object: AnyObject) throws {
        try reserve(8)
        let hold = pushKnown(object)
        if hold == MW_UNKNOWN { try pushNew(object, hold: MW_WEAK) } else { lendAgain(hold) }
    }

    /// Makes scripts refer weakly to an object that they keep; nothing changes while another call is in progress.
    func makeWeak(_ object: AnyObject) throws {
        try reserve(4)
        guard find(object) != MW_UNKNOWN else { return }
        mw_make_weak(thread, mw_top(thread))
        pop(1)
    }

    /// Writes an object of any kind: a function, a coroutine, a table, or an object of the application.
    @usableFromInline package func write(object: AnyObject, at slot: Int) throws {
        try makeRoom(8, for: slot)
        if type(of: object) == LuaFunction.self {
            try push(unsafeDowncast(object, to: LuaFunction.self))
        } else if type(of: object) == HostFunction.self {
            pushFunction(unsafeDowncast(object, to: HostFunction.self))
        } else if type(of: object) == LuaCoroutine.self {
            try push(unsafeDowncast(object, to: LuaCoroutine.self))
        } else {
            try push(object: object)
        }
    }

    /// The object at the position if it has that type or inherits from it.
    @inline(__always) package func object<T: AnyObject>(at position: Int, as type: T.Type) throws -> T? {
        guard let object = try object(at: position) else { return nil }
        if Swift.type(of: object) == type { return unsafeDowncast(object, to: type) }
        return object as? T
    }

    func push(object: AnyObject) throws {
        let hold = find(object)
        if hold != MW_KEPT { try push(object, found: hold) }
    }

    /// Pushes an object that scripts do not keep yet.
    @inline(never) private func push(_ object: AnyObject, found: Int) throws {
        let hold = found == MW_UNKNOWN ? found : current(found, object)
        if hold == MW_UNKNOWN {
            if type(of: object) == LuaTable.self { return try push(unsafeDowncast(object, to: LuaTable.self)) }
            try pushNew(object, hold: MW_KEPT)
        } else if hold == MW_WEAK {
            mw_make_strong(thread, mw_top(thread), Unmanaged.passRetained(object).toOpaque())
        } else {
            lendAgain(hold)
        }
    }

    /// The object of a value that does not keep it; throws when scripts no longer have it, or not in this call.
    @inline(never) func held(_ object: AnyObject, _ hold: Int32, at position: Int) throws -> AnyObject {
        if hold == MW_OWN { return object }
        if hold == MW_WEAK { return try alive(object) }
        try reserve(4)
        if mw_is_lent(thread, Int32(truncatingIfNeeded: position)) { return object }
        throw missing(at: position) ?? ConversionError(.missing)
    }

    /// The object of a weak reference.
    private func alive(_ reference: AnyObject) throws -> AnyObject {
        if let object = unsafeDowncast(reference, to: WeakReference.self).object { return object }
        throw ConversionError(.custom("refers to an object that no longer exists"))
    }

    /// Pushes the value of the object, and returns how scripts hold it.
    func pushKnown(_ object: AnyObject) -> Int { current(find(object), object) }

    @inline(__always) private func find(_ object: AnyObject) -> Int {
        Int(mw_find_object(thread, Unmanaged.passUnretained(object).toOpaque()))
    }

    /// Corrects what was found at the address of an object: a weak value may belong to an object that had the address before.
    private func current(_ hold: Int, _ object: AnyObject) -> Int {
        guard hold == MW_WEAK else { return hold }
        var known: Int32 = 0
        if let box = mw_read_object(thread, mw_top(thread), &known),
            Unmanaged<WeakReference>.fromOpaque(box).takeUnretainedValue().object === object
        {
            return hold
        }
        pop(1)
        return MW_UNKNOWN
    }

    /// Pushes an object that scripts do not have; one that is not `Sendable` is theirs during this entry only.
    func pushNew(_ object: AnyObject, hold wanted: Int) throws {
        let known = try withInterpreter { try $0.classSlot(of: object, self) }
        if known.isSendable, wanted == MW_KEPT { return push(object, known.slot, retained: object, MW_KEPT) }
        pushLimited(object, known, hold: known.isSendable ? wanted : MW_CONFINED)
    }

    /// Pushes an error, whose class is defined from the start.
    func push(raised: RaisedError) {
        push(raised, withInterpreter { $0.registry.errorClass }, retained: raised, MW_KEPT)
    }

    @inline(never) private func pushLimited(_ object: AnyObject, _ known: ClassSlot, hold: Int) {
        push(object, known.slot, retained: hold == MW_WEAK ? WeakReference(object) : object, hold)
        lendAgain(hold)
    }

    @inline(__always) private func push(_ object: AnyObject, _ slot: Int32, retained: AnyObject, _ hold: Int) {
        mw_push_object(
            thread, Unmanaged.passUnretained(object).toOpaque(), Unmanaged.passRetained(retained).toOpaque(), slot,
            Int32(hold))
    }
}
