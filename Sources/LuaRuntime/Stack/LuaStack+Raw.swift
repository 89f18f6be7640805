internal import CLuaShim
internal import MoonwireValues

/// The type of a Lua value.
package enum LuaType: Sendable {
    case `nil`
    case boolean
    case number
    case string
    case table
    case function
    case userdata
    case other
}

/// Raw access, without conversions and without metamethods.
extension LuaStack {
    package func luaType(at position: Int) -> LuaType {
        switch Int(mw_type(thread, Int32(truncatingIfNeeded: position))) {
        case MW_BOOLEAN: .boolean
        case MW_INTEGER, MW_FLOAT: .number
        case MW_STRING: .string
        case MW_MAP: .table
        case MW_FUNCTION: .function
        case MW_OBJECT: .userdata
        case MW_HANDLE: .other
        default: .nil
        }
    }

    /// The bytes of a string in place; nil for any other value.
    @inline(__always) func withBytes<R>(at position: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows
        -> R?
    {
        var length = 0
        guard let string = mw_read_string(thread, Int32(truncatingIfNeeded: position), &length) else { return nil }
        return try string.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
            try body(UnsafeBufferPointer(start: bytes, count: length))
        }
    }

    package func isInteger(at position: Int) -> Bool { mw_is_integer(thread, Int32(truncatingIfNeeded: position)) }

    package var top: Int { Int(mw_top(thread)) }

    package func pop(_ count: Int) { mw_set_top(thread, mw_top(thread) - Int32(truncatingIfNeeded: count)) }

    package func pushNil() { mw_push_nil(thread) }

    package func copyToTop(_ position: Int) { mw_copy(thread, Int32(truncatingIfNeeded: position)) }

    /// Replaces the key on top, nil to begin with, by the next key and its value; false, and no key, at the end.
    package func next(_ table: Int) -> Bool { mw_next(thread, Int32(truncatingIfNeeded: table)) }

    package func rawLength(at position: Int) -> Int { Int(mw_raw_length(thread, Int32(truncatingIfNeeded: position))) }

    package func rawGet(_ table: Int, index: Int) {
        mw_raw_get_index(thread, Int32(truncatingIfNeeded: table), Int64(index))
    }

    /// Pushes the value of a string key.
    package func rawGet(_ table: Int, key: String) {
        push(key)
        mw_raw_get(thread, Int32(truncatingIfNeeded: table))
    }

    /// Pops the value on top and stores it under a string key.
    package func rawSet(_ table: Int, key: String) {
        push(key)
        mw_insert(thread, mw_top(thread) - 1)
        _ = mw_raw_set(thread, Int32(truncatingIfNeeded: table))
    }

    /// The type of a global of the host.
    package func typeOfGlobal(_ name: String) -> LuaType {
        mw_push_globals(thread)
        rawGet(top, key: name)
        defer { pop(2) }
        return luaType(at: top)
    }

    package func pushTable() { mw_new_table(thread, 0, 0) }

    /// Pops the value on top and stores it as an element.
    package func rawSet(_ table: Int, index: Int) {
        mw_raw_set_index(thread, Int32(truncatingIfNeeded: table), Int64(index))
    }

    /// Whether two values are equal without metamethods.
    package func isSame(_ left: Int, _ right: Int) -> Bool {
        mw_same(thread, Int32(truncatingIfNeeded: left), Int32(truncatingIfNeeded: right))
    }

    /// The address of a table, which identifies it while it exists.
    package func identity(at position: Int) -> UnsafeRawPointer {
        mw_identity(thread, Int32(truncatingIfNeeded: position))
    }

    /// Makes room for that many pushes beyond the twenty that a function begins with.
    package func ensureRoom(_ count: Int) throws { try reserve(Int32(truncatingIfNeeded: count)) }

    package func token(at position: Int) -> (kind: Int32, index: Int32)? {
        var kind: Int32 = 0
        var index: Int32 = 0
        guard mw_read_token(thread, Int32(truncatingIfNeeded: position), &kind, &index) else { return nil }
        return (kind, index)
    }

    package func pushToken(kind: Int32, index: Int32) { mw_push_token(thread, kind, index) }

    /// Pushes the result of the chunk that was loaded with a cache key; false, and pushes nothing, if none was.
    package func pushLoaded(_ key: String) -> Bool {
        mw_push_loaded(thread)
        push(key)
        mw_raw_get(thread, mw_top(thread) - 1)
        mw_remove(thread, mw_top(thread) - 1)
        if luaType(at: top) != .nil { return true }
        pop(1)
        return false
    }

    /// The string at a position; nil for any other value, and for bytes that are not UTF-8.
    package func text(at position: Int) -> String? {
        var length = 0
        return mw_read_string(thread, Int32(truncatingIfNeeded: position), &length).flatMap { decoded($0, length) }
    }

    /// Nil for bytes that are not UTF-8.
    @inline(__always) func decoded(_ bytes: UnsafePointer<CChar>, _ length: Int) -> String? {
        (knowsShortStrings ? ShortString.string(bytes, length) : nil) ?? validated(bytes, length)
    }

    @inline(never) private func validated(_ bytes: UnsafePointer<CChar>, _ length: Int) -> String? {
        bytes.withMemoryRebound(to: UInt8.self, capacity: length) { start in
            let bytes = UnsafeBufferPointer(start: start, count: length)
            // Most strings are ASCII, which is valid UTF-8.
            return bytes.allSatisfy { $0 < 0x80 }
                ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
        }
    }

    /// The string, with invalid UTF-8 replaced.
    func repairedString(at position: Int) -> String {
        withBytes(at: position) { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
