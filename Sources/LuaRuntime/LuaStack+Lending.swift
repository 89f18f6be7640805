internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// Takes an object from scripts: whatever they do with it from now on is an error that names its class.
    ///
    /// What scripts held of the object is released before this returns. Handed over again, it is a new value to them. An
    /// object that scripts do not know is left alone.
    public func destroy(_ object: AnyObject) throws {
        guard !(object is HostFunction) else { return }
        try withStack { stack in
            try stack.reserve(8)
            guard stack.pushKnown(object) != nil else { return }
            stack.endObject(at: stack.top, object)
        }
    }
}

/// An object on loan, to be taken back when the entry is left.
private final class Loan {
    let object: AnyObject

    init(_ object: AnyObject) { self.object = object }
}

extension LuaStack {
    /// Pushes an object that scripts have until the entry is left; one that they have for good stays so.
    func push(scoped object: AnyObject) throws {
        try reserve(8)
        let isKnown = pushKnown(object) != nil
        if !isKnown { push(retained: object, identity: object, isWeak: false) }
        if mw_lend_object(thread, mw_top(thread), !isKnown) { lend(Loan(object)) }
    }

    /// Takes back what the entry lent.
    func takeBack(_ lent: [AnyObject]) {
        for case let loan as Loan in lent {
            mw_return_object(entry, Unmanaged.passUnretained(loan.object).toOpaque())
        }
    }

    /// Takes the object at the position from scripts; it is released outside.
    func endObject(at position: Int) {
        guard let object = try? object(at: position) else { return }
        endObject(at: position, object)
    }

    fileprivate func endObject(at position: Int, _ object: AnyObject) {
        mw_end_object(thread, Int32(truncatingIfNeeded: position), Unmanaged.passUnretained(object).toOpaque())
    }

    /// The error for an object that was taken from scripts; nil when there was none.
    func ended(at position: Int) -> ConversionError? {
        var isLent = false
        guard mw_reserve(thread, 4),
            let name = mw_ended_object(thread, Int32(truncatingIfNeeded: position), &isLent)
        else { return nil }
        let end = isLent ? "was lent for one call only" : "was destroyed"
        return ConversionError(.custom("refers to \(String(cString: name)), which \(end)"))
    }
}
