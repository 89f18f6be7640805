internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// Takes an object from scripts: using it is an error that names its class from now on.
    ///
    /// The references of scripts to the object are released before this method returns. If you pass the object to scripts again, it is a
    /// new value. The method has no effect on an object that scripts do not have.
    ///
    /// - Parameter object: The object.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    package func destroy(_ object: AnyObject) throws {
        guard !(object is HostFunction) else { return }
        try withStack { stack in
            try stack.reserve(8)
            guard stack.pushKnown(object) != MW_UNKNOWN else { return }
            stack.endObject(at: stack.top)
        }
    }
}

extension LuaStack {
    /// Pushes an object that scripts have until the entry is left; an object that they already keep stays theirs.
    func push(scoped object: AnyObject) throws {
        try reserve(8)
        let hold = pushKnown(object)
        if hold == MW_UNKNOWN { try pushNew(object, hold: MW_LENT) } else { lendAgain(hold) }
    }

    /// Makes this entry lend an object, too, that scripts have only while an entry lends it.
    func lendAgain(_ hold: Int) {
        if hold == MW_LENT || hold == MW_CONFINED { lendTop() }
    }

    /// Throws when a variable that outlives the entry would get an object that scripts have during calls only.
    func refuseLoans(_ variable: @autoclosure () -> String) throws {
        guard hasEnding, let name = mw_confined_loan(entry) else { return }
        throw LuaError(
            .argument,
            """
            \(variable()) cannot keep \(String(cString: name)), which is not Sendable
                pass it to each call that needs it, or make the type Sendable
            """)
    }

    /// Takes the object at the position from scripts; it is released outside.
    func endObject(at position: Int) { mw_end_object(thread, Int32(truncatingIfNeeded: position)) }

    /// The error for an object that was taken from scripts, or is lent to other calls; nil for any other value.
    func missing(at position: Int) -> ConversionError? {
        var hold: Int32 = 0
        guard mw_reserve(thread, 4),
            let name = mw_missing_object(thread, Int32(truncatingIfNeeded: position), &hold)
        else { return nil }
        return ConversionError(.custom("refers to \(String(cString: name)), which \(Self.end(of: Int(hold)))"))
    }

    private static func end(of hold: Int) -> String {
        switch hold {
        case MW_LENT: "was lent for one call only"
        case MW_CONFINED:
            """
            is not Sendable: only the call that got it may use it
                get it again in each call, or make the type Sendable
            """
        default: "was destroyed"
        }
    }
}
