public import CLuaShim
public import MoonwireSupport
public import MoonwireValues

extension LuaStack: ValueSource {
    @usableFromInline package func kind(at position: Int) throws -> ValueKind {
        try reserve(4)
        return switch Int(mw_kind(thread, Int32(truncatingIfNeeded: position))) {
        case MW_BOOLEAN: .boolean
        case MW_INTEGER: .integer
        case MW_FLOAT: .number
        case MW_STRING: .text
        case MW_LIST: .list
        case MW_MAP: .map
        case MW_FUNCTION: .function
        case MW_OBJECT: .object
        case MW_HANDLE: token(at: position)?.kind == Self.nullToken ? .null : .handle
        default: .null
        }
    }

    @usableFromInline package func isNull(at position: Int) -> Bool {
        let type = mw_type(thread, Int32(truncatingIfNeeded: position))
        // By its Lua type alone a token is an object like any other.
        return type == MW_NIL || type == MW_OBJECT && token(at: position)?.kind == Self.nullToken
    }

    /// The kind of the token that represents null.
    package static let nullToken: Int32 = 0

    @usableFromInline package func boolean(at position: Int) -> Bool? {
        var value = false
        return mw_read_boolean(thread, Int32(truncatingIfNeeded: position), &value) ? value : nil
    }

    @inlinable package func integer(at position: Int) -> Int64? {
        let read = mw_read_integer(thread, Int32(truncatingIfNeeded: position))
        return read.found ? read.value : nil
    }

    @usableFromInline package func number(at position: Int) -> Double? {
        var value = 0.0
        return mw_read_number(thread, Int32(truncatingIfNeeded: position), &value) ? value : nil
    }

    @usableFromInline package func string(at position: Int) throws -> String? {
        var length = 0
        guard let text = mw_read_string(thread, Int32(truncatingIfNeeded: position), &length) else { return nil }
        try admit(stringBytes: length)
        return decoded(text, length)
    }

    @usableFromInline package func data(at position: Int) throws -> Data? {
        try withBytes(at: position) { bytes in
            try admit(stringBytes: bytes.count)
            return Data(bytes)
        }
    }

    /// The bytes of a string of any length.
    package func bytes(at position: Int) -> Data? { withBytes(at: position) { Data($0) } }

    @usableFromInline package func object(at position: Int) throws -> AnyObject? {
        var hold: Int32 = 0
        guard let pointer = mw_read_object(thread, Int32(truncatingIfNeeded: position), &hold) else {
            switch Int(mw_type(thread, Int32(truncatingIfNeeded: position))) {
            case MW_FUNCTION: return function(at: position)
            case MW_OBJECT: if let error = missing(at: position) { throw error }
            default: break
            }
            return coroutine(at: position)
        }
        let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        return hold == MW_KEPT ? object : try held(object, hold, at: position)
    }

    @usableFromInline package func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool
    {
        try reserve(4)
        let table = Int32(truncatingIfNeeded: position)
        var count: Int64 = 0
        guard mw_is_list(thread, table, &count) else {
            guard mw_find_hole(thread, table, &count) else { return false }
            throw ConversionError(.hole, path: ["\(count)"])
        }
        guard count > 0 else { return true }
        try descendIntoScript(Int(count))
        defer { ascend() }
        let element = mw_top(thread) + 1
        let reader = ValueReader(self, position: Int(element))
        for index in 1...count {
            mw_raw_get_index(thread, table, index)
            try body(reader)
            mw_set_top(thread, element - 1)
        }
        return true
    }

    @usableFromInline package func forEachEntry(at position: Int, _ body: (ValueReader, ValueReader) throws -> Void)
        throws -> Bool
    {
        try reserve(10)
        let table = Int32(truncatingIfNeeded: position)
        guard mw_type(thread, table) == MW_MAP else { return false }
        let count = mw_push_sorted_keys(thread, table)
        guard count > 0 else {
            mw_set_top(thread, mw_top(thread) - 1)
            return true
        }
        do { try descendIntoScript(Int(count)) } catch {
            mw_set_top(thread, mw_top(thread) - 1)
            throw error
        }
        defer { ascend() }
        let list = mw_top(thread)
        let key = ValueReader(self, position: Int(list + 1))
        let value = ValueReader(self, position: Int(list + 2))
        for index in 1...count {
            mw_raw_get_index(thread, list, index)
            mw_copy(thread, list + 1)
            mw_raw_get(thread, table)
            try body(key, value)
            mw_set_top(thread, list)
        }
        mw_set_top(thread, list - 1)
        return true
    }

    @usableFromInline package func withEntry(_ key: EntryKey, at position: Int, _ body: (ValueReader) throws -> Void)
        throws -> Bool
    {
        try reserve(6)
        let table = Int32(truncatingIfNeeded: position)
        guard mw_type(thread, table) == MW_MAP else { return false }
        let top = mw_top(thread)
        defer { mw_set_top(thread, top) }
        switch key {
        case .text(let text):
            push(text)
            mw_raw_get(thread, table)
        case .integer(let index): mw_raw_get_index(thread, table, index)
        }
        guard mw_type(thread, top + 1) != MW_NIL else { return false }
        try descend(0)
        defer { ascend() }
        try body(ValueReader(self, position: Int(top + 1)))
        return true
    }

    /// A call is identified by the positions of its arguments.
    ///
    /// An argument that is nil was left out.
    @usableFromInline package func argument(_ index: Int, of call: Int) -> Int {
        let position = call >> 32 + index
        return position <= call & 0xFFFF_FFFF && !isNull(at: position) ? position : 0
    }

    /// Identifies the arguments between two positions.
    @inlinable package static func arguments(from first: Int, through last: Int) -> Int { first << 32 | last }

    @inlinable package func beginUserCode() { mw_begin_user_code(boundary) }

    @inlinable package func endUserCode() { mw_end_user_code(boundary) }

    /// Enters the interpreter again after an error that was thrown in user code.
    package func enterAgain() {
        if boundary.pointee.user_depth > 0 { endUserCode() }
    }
}
