public import CLuaShim
public import MoonwireSupport
public import MoonwireValues

extension LuaStack: ValueSink {
    /// The slot for one of the few values that there is room for in any case: results, and the first arguments.
    @inlinable package static var roomy: Int { -1 }

    public func writeNull(at slot: Int) throws {
        guard mw_append_nil(thread) else { throw LuaStack.isFull }
    }

    @inlinable public func write(_ value: Bool, at slot: Int) throws {
        if slot == Self.roomy { return mw_push_boolean(thread, value) }
        guard mw_append_boolean(thread, value) else { throw LuaStack.isFull }
    }

    @inlinable public func write(_ value: Int64, at slot: Int) throws {
        if slot == Self.roomy { return mw_push_integer(thread, value) }
        guard mw_append_integer(thread, value) else { throw LuaStack.isFull }
    }

    @inlinable public func write(_ value: Double, at slot: Int) throws {
        if slot == Self.roomy { return mw_push_number(thread, value) }
        guard mw_append_number(thread, value) else { throw LuaStack.isFull }
    }

    public func write(_ value: String, at slot: Int) throws {
        try reserve(2)
        try admit(text: value.utf8.count)
        push(value)
    }

    public func write(_ value: Data, at slot: Int) throws {
        try reserve(2)
        try admit(text: value.count)
        value.withUnsafeBytes { mw_push_string(thread, $0.baseAddress, $0.count) }
    }

    public func write(object: AnyObject, at slot: Int) throws {
        if slot != Self.roomy { try reserve(8) }
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

    public func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws {
        try reserve(12)
        try descend(count)
        defer { ascend() }
        mw_new_list(thread, count)
        let table = mw_top(thread)
        let writer = ValueWriter(self, slot: 0)
        for index in 0..<count {
            try element(index, writer)
            keepNull()
            mw_raw_set_index(thread, table, Int64(index + 1))
        }
    }

    public func writeMap(
        count: Int,
        at slot: Int,
        entry: (Int, _ key: ValueWriter, _ value: ValueWriter) throws -> Void
    ) throws {
        try reserve(12)
        try descend(count)
        defer { ascend() }
        mw_new_table(thread, 0, count)
        let table = mw_top(thread)
        let writer = ValueWriter(self, slot: 0)
        for index in 0..<count {
            try entry(index, writer, writer)
            keepNull()
            guard mw_raw_set(thread, table) else {
                throw ConversionError(.custom("has a key that is nil or NaN"))
            }
        }
    }

    /// A table drops what is nil: a list would end early, an entry would be lost.
    @inline(__always) private func keepNull() {
        guard mw_type(thread, mw_top(thread)) == MW_NIL else { return }
        pop(1)
        pushNull()
    }
}
