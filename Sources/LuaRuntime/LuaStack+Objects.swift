internal import CLuaShim
internal import MoonwireValues

extension LuaStack {
    /// Pushes an object that scripts do not keep alive.
    public func write(weak object: AnyObject, at slot: Int) throws {
        try reserve(6)
        if pushKnown(object) != nil { return }
        push(retained: WeakReference(object), identity: object, isWeak: true)
    }

    /// The object when it is of that type, exactly or by inheritance.
    @inline(__always) public func object<T: AnyObject>(at position: Int, as type: T.Type) throws -> T? {
        guard let object = try object(at: position) else { return nil }
        if Swift.type(of: object) == type { return unsafeDowncast(object, to: type) }
        return object as? T
    }

    func push(object: AnyObject) throws {
        guard let isWeak = pushKnown(object) else {
            if type(of: object) == LuaTable.self { return try push(unsafeDowncast(object, to: LuaTable.self)) }
            return push(retained: object, identity: object, isWeak: false)
        }
        if isWeak { mw_make_strong(thread, mw_top(thread), Unmanaged.passRetained(object).toOpaque()) }
    }

    /// The object of a weak entry.
    func alive(_ reference: AnyObject) throws -> AnyObject {
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
        var weak: UnsafeMutableRawPointer?
        let identity = Unmanaged.passUnretained(function).toOpaque()
        if mw_find_object(thread, identity, &weak) { return }
        let retained = Unmanaged.passRetained(function).toOpaque()
        mw_push_object(thread, identity, retained, interpreter.holderClass, false)
    }

    /// Pushes the value that stands for the object; answers whether it refers weakly, nil when there is none.
    func pushKnown(_ object: AnyObject) -> Bool? {
        var weak: UnsafeMutableRawPointer?
        guard mw_find_object(thread, Unmanaged.passUnretained(object).toOpaque(), &weak) else { return nil }
        guard let weak else { return false }
        let reference = Unmanaged<WeakReference>.fromOpaque(weak).takeUnretainedValue()
        if let known = reference.object, known === object { return true }
        pop(1)
        return nil
    }

    @inline(never) func push(retained: AnyObject, identity: AnyObject, isWeak: Bool) {
        let slot = interpreter.classSlot(of: identity, self)
        mw_push_object(
            thread,
            Unmanaged.passUnretained(identity).toOpaque(),
            Unmanaged.passUnretained(retained).retain().toOpaque(),
            slot,
            isWeak
        )
    }
}

/// Lets an interpreter know an object without keeping it.
final class WeakReference {
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}
