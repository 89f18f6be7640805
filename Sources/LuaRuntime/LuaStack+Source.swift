public import CLuaShim
public import MoonwireValues

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LuaStack: ValueSource {
    public func kind(at position: Int) throws -> ValueKind {
        try reserve(4)
        return switch Int(mw_kind(thread, Int32(truncatingIfNeeded: position))) {
        case MW_BOOLEAN: .boolean
        case MW_INTEGER: .integer
        case MW_FLOAT: .number
        case MW_TEXT: .text
        case MW_LIST: .list
        case MW_MAP: .map
        case MW_FUNCTION: .function
        case MW_OBJECT: .object
        case MW_HANDLE: token(at: position)?.kind == Self.nullToken ? .null : .handle
        default: .null
        }
    }

    public func isNull(at position: Int) -> Bool {
        let type = mw_type(thread, Int32(truncatingIfNeeded: position))
        // By its Lua type alone a token is an object like any other.
        return type == MW_NIL || type == MW_OBJECT && token(at: position)?.kind == Self.nullToken
    }

    /// The kind of the token that stands for an explicit nothing.
    package static let nullToken: Int32 = 0

    public func boolean(at position: Int) -> Bool? {
        var value = false
        return mw_read_boolean(thread, Int32(truncatingIfNeeded: position), &value) ? value : nil
    }

    @inlinable public func integer(at position: Int) -> Int64? {
        let read = mw_read_integer(thread, Int32(truncatingIfNeeded: position))
        return read.found ? read.value : nil
    }

    public func number(at position: Int) -> Double? {
        var value = 0.0
        return mw_read_number(thread, Int32(truncatingIfNeeded: position), &value) ? value : nil
    }

    public func string(at position: Int) -> String? { text(at: position) }

    public func data(at position: Int) -> Data? {
        withBytes(at: position) { Data($0) }
    }

    public func object(at position: Int) throws -> AnyObject? {
        var isWeak = false
        guard let pointer = mw_read_object(thread, Int32(truncatingIfNeeded: position), &isWeak) else {
            if mw_type(thread, Int32(truncatingIfNeeded: position)) == MW_FUNCTION { return function(at: position) }
            return coroutine(at: position)
        }
        let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        return isWeak ? try alive(object) : object
    }

    public func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        try reserve(4)
        let table = Int32(truncatingIfNeeded: position)
        var count: Int64 = 0
        guard mw_is_list(thread, table, &count) else { return false }
        guard count > 0 else { return true }
        try descend(count)
        defer { depth -= 1 }
        let element = mw_top(thread) + 1
        let reader = ValueReader(self, position: Int(element))
        for index in 1...count {
            mw_raw_get_index(thread, table, index)
            try body(reader)
            mw_set_top(thread, element - 1)
        }
        return true
    }

    public func forEachEntry(at position: Int, _ body: (ValueReader, ValueReader) throws -> Void) throws -> Bool {
        try reserve(10)
        let table = Int32(truncatingIfNeeded: position)
        guard mw_type(thread, table) == MW_MAP else { return false }
        let count = mw_push_sorted_keys(thread, table)
        guard count > 0 else {
            mw_set_top(thread, mw_top(thread) - 1)
            return true
        }
        try descend(count)
        defer { depth -= 1 }
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

    /// One level deeper into a value; what holds itself, or the same parts many times over, ends here.
    private func descend(_ count: Int64) throws {
        guard depth < Self.deepest, mw_can_descend() else {
            throw ConversionError(.custom("is nested too deeply, or holds itself"))
        }
        guard mw_spend(entry, count) else {
            throw LuaError(.budget, "reading a value used up the script's instructions")
        }
        depth += 1
    }

    /// A call is known by where its arguments begin and end; one that is nil was left out.
    public func argument(_ index: Int, of call: Int) -> Int {
        let position = call >> 32 + index
        return position <= call & 0xFFFF_FFFF && !isNull(at: position) ? position : 0
    }

    /// What the arguments between two positions are known by.
    @inlinable package static func arguments(from first: Int, through last: Int) -> Int { first << 32 | last }

    @inlinable public func beginUserCode() { mw_begin_user_code(passage) }

    @inlinable public func endUserCode() { mw_end_user_code(passage) }
}
