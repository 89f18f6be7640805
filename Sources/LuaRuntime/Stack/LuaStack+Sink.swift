public import CLuaShim
public import MoonwireSupport
public import MoonwireValues

/// Writing values. The slot of a write is ``reserved`` or ``unreserved``.
extension LuaStack: ValueSink {
    /// Writes values for which the stack may have no room: each write makes it.
    @inlinable package var writer: ValueWriter { ValueWriter(self, slot: Self.unreserved) }

    /// Writes one of the few values for which the stack has room in any case: a result, or one of the first arguments.
    @inlinable package var reservedWriter: ValueWriter { ValueWriter(self, slot: Self.reserved) }

    /// The slot of a write for which there are eight free stack slots.
    ///
    /// Only lists and maps need more, and make room.
    @inlinable package static var reserved: Int { -1 }

    /// The slot of a write that makes room.
    @inlinable package static var unreserved: Int { 0 }

    @usableFromInline package func writeNull(at slot: Int) throws {
        if slot == Self.reserved { return mw_push_nil(thread) }
        guard mw_append_nil(thread) else { throw LuaStack.isFull }
    }

    @inlinable package func write(_ value: Bool, at slot: Int) throws {
        if slot == Self.reserved { return mw_push_boolean(thread, value) }
        guard mw_append_boolean(thread, value) else { throw LuaStack.isFull }
    }

    @inlinable package func write(_ value: Int64, at slot: Int) throws {
        if slot == Self.reserved { return mw_push_integer(thread, value) }
        guard mw_append_integer(thread, value) else { throw LuaStack.isFull }
    }

    @inlinable package func write(_ value: Double, at slot: Int) throws {
        if slot == Self.reserved { return mw_push_number(thread, value) }
        guard mw_append_number(thread, value) else { throw LuaStack.isFull }
    }

    @usableFromInline package func write(_ value: String, at slot: Int) throws {
        try makeRoom(2, for: slot)
        try admit(stringBytes: value.utf8.count)
        push(value)
    }

    @usableFromInline package func write(_ value: Data, at slot: Int) throws {
        try makeRoom(2, for: slot)
        try admit(stringBytes: value.count)
        value.withUnsafeBytes { mw_push_string(thread, $0.baseAddress, $0.count) }
    }

    @usableFromInline package func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void)
        throws
    {
        // More than the slots of a reserved write: a null that is first used needs several.
        try reserve(12)
        try descend(count)
        defer { ascend() }
        mw_new_list(thread, count)
        let table = mw_top(thread)
        let writer = writer
        for index in 0..<count {
            try element(index, writer)
            keepNull()
            mw_raw_set_index(thread, table, Int64(index + 1))
        }
    }

    @usableFromInline package func writeMap(
        count: Int,
        at slot: Int,
        entry: (Int, _ key: ValueWriter, _ value: ValueWriter) throws -> Void
    ) throws {
        try reserve(12)
        try descend(count)
        defer { ascend() }
        mw_new_table(thread, 0, count)
        let table = mw_top(thread)
        let writer = writer
        for index in 0..<count {
            try entry(index, writer, writer)
            keepNull()
            guard mw_raw_set(thread, table) else {
                throw ConversionError(.custom("has a key that is nil or NaN"))
            }
        }
    }

    /// Pushes arguments, and returns their number.
    func write<each A: Convertible>(arguments: repeat each A) throws -> Int {
        let writer = writer
        var count = 0
        for argument in repeat each arguments {
            try argument.write(to: writer)
            count += 1
        }
        return count
    }

    /// Makes room for a write, unless the slot shows that there is room.
    @inline(__always) func makeRoom(_ slots: Int32, for slot: Int) throws {
        if slot != Self.reserved { try reserve(slots) }
    }

    /// Replaces nil by null, because a table drops nil: a list would end early, an entry would be lost.
    @inline(__always) private func keepNull() {
        guard mw_type(thread, mw_top(thread)) == MW_NIL else { return }
        pop(1)
        pushNull()
    }
}
