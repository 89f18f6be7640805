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
            guard stack.pushKnown(object) != MW_UNKNOWN else { return }
            stack.endObject(at: stack.top)
        }
    }
}

extension LuaStack {
    /// Pushes an object that scripts have until the entry is left; one that they have for good stays so.
    func push(scoped object: AnyObject) throws {
        try reserve(8)
        let hold = pushKnown(object)
        if hold == MW_UNKNOWN { pushNew(object, hold: MW_LENT) } else { lendAgain(hold) }
    }

    /// What scripts have only while an entry lends it, this one lends as well.
    func lendAgain(_ hold: Int) {
        if hold == MW_LENT || hold == MW_CONFINED { lendTop() }
    }

    /// Throws when a place that outlives the entry would get an object that scripts have during calls only.
    func refuseLoans(_ place: @autoclosure () -> String) throws {
        guard hasEnding, let name = mw_confined_loan(entry) else { return }
        throw LuaError(
            .argument,
            """
            \(place()) cannot keep \(String(cString: name)), which is not Sendable
                pass it to each call that needs it, or make the type Sendable
            """)
    }

    /// Takes the object at the position from scripts; it is released outside.
    func endObject(at position: Int) { mw_end_object(thread, Int32(truncatingIfNeeded: position)) }

    /// The error for an object that was taken from scripts, or lent to others; nil when there is none.
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
