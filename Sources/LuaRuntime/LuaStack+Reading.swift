import CLuaShim
public import MoonwireValues

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LuaStack: ValueSource {
    public func kind(at position: Int) -> ValueKind {
        switch luaType(at: position) {
        case .nil: .null
        case .boolean: .boolean
        case .number: isInteger(at: position) ? .integer : .number
        case .string: .text
        case .table: isList(at: position) && rawLength(at: position) > 0 ? .list : .map
        case .function: .function
        case .lightuserdata, .thread: .handle
        case .userdata: kindOfUserdata(at: position)
        }
    }

    public func boolean(at position: Int) -> Bool? {
        luaType(at: position) == .boolean ? mw_boolean(thread, Int32(position)) : nil
    }

    public func integer(at position: Int) -> Int64? {
        var value: Int64 = 0
        return mw_integer(thread, Int32(position), &value) ? value : nil
    }

    public func number(at position: Int) -> Double? {
        var value = 0.0
        return mw_number(thread, Int32(position), &value) ? value : nil
    }

    public func string(at position: Int) -> String? {
        withBytes(at: position) { String(validating: $0, as: UTF8.self) } ?? nil
    }

    public func data(at position: Int) -> Data? {
        withBytes(at: position) { Data($0) }
    }

    public func object(at position: Int) throws -> AnyObject? {
        if luaType(at: position) == .function { return function(at: position) }
        var kind: Int32 = 0
        var flags: Int32 = 0
        var address: UnsafeMutableRawPointer?
        guard mw_userdata(thread, Int32(position), &kind, &flags, &address) == Int32(MW_OBJECT), let address else {
            return nil
        }
        guard flags & Int32(MW_WEAK) != 0 else { return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() }
        let reference = Unmanaged<WeakReference>.fromOpaque(address).takeUnretainedValue()
        guard let object = reference.object else { throw ConversionError(.custom("refers to an object that is gone")) }
        return object
    }

    public func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        guard luaType(at: position) == .table, isList(at: position) else { return false }
        guard makeRoom() else { throw ConversionError(.custom("is nested too deep")) }
        let table = absolute(position)
        for index in 0..<rawLength(at: table) {
            rawGet(table, index: index + 1)
            defer { pop(1) }
            try body(ValueReader(self, position: top))
        }
        return true
    }

    public func forEachEntry(at position: Int, _ body: (ValueReader, ValueReader) throws -> Void) throws -> Bool {
        guard luaType(at: position) == .table else { return false }
        guard makeRoom() else { throw ConversionError(.custom("is nested too deep")) }
        let table = absolute(position)
        let count = Int(mw_push_sorted_keys(thread, Int32(table)))
        let keys = top
        defer { mw_set_top(thread, Int32(keys - 1)) }
        for index in 0..<count {
            rawGet(keys, index: index + 1)
            copyToTop(keys + 1)
            mw_get_pair(thread, Int32(table))
            try body(ValueReader(self, position: keys + 1), ValueReader(self, position: keys + 2))
            mw_set_top(thread, Int32(keys))
        }
        return true
    }

    public func argument(_ index: Int, of call: Int) -> Int {
        let position = call + index
        return position <= top && mw_type(thread, Int32(position)) > 0 ? position : 0
    }

    public func beginUserCode() { mw_suspend(thread) }
    public func endUserCode() { mw_resume(thread) }

    private func absolute(_ position: Int) -> Int { position > 0 ? position : top + position + 1 }

    private func kindOfUserdata(at position: Int) -> ValueKind {
        var kind: Int32 = 0
        var flags: Int32 = 0
        var object: UnsafeMutableRawPointer?
        switch mw_userdata(thread, Int32(position), &kind, &flags, &object) {
        case Int32(MW_OBJECT): return .object
        case Int32(MW_TOKEN) where kind == LuaStack.nullToken: return .null
        default: return .handle
        }
    }

    /// The kind of the token that stands for an explicit nothing.
    package static let nullToken: Int32 = 0

    /// Whether the keys are exactly 1 to n; so it is for an empty table.
    private func isList(at position: Int) -> Bool {
        let table = absolute(position)
        let length = rawLength(at: table)
        guard makeRoom() else { return false }
        var count = 0
        pushNil()
        while next(table) {
            pop(1)
            count += 1
            guard isInteger(at: top), count <= length else {
                pop(1)
                return false
            }
        }
        return count == length
    }
}
