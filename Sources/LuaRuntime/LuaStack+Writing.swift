import CLuaShim
public import MoonwireValues

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LuaStack: ValueSink {
    public func writeNull(at slot: Int) { mw_push_nil(thread) }
    public func write(_ value: Bool, at slot: Int) { mw_push_boolean(thread, value) }
    public func write(_ value: Int64, at slot: Int) { mw_push_integer(thread, value) }
    public func write(_ value: Double, at slot: Int) { mw_push_number(thread, value) }
    public func write(_ value: String, at slot: Int) { pushText(value) }

    public func write(_ value: Data, at slot: Int) {
        value.withUnsafeBytes { bytes in
            mw_push_string(thread, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    /// The same object is the same value in Lua, as long as Lua knows it.
    public func write(object: AnyObject, at slot: Int) throws {
        if let function = object as? LuaFunction { return try push(function) }
        let address = Unmanaged.passUnretained(object).toOpaque()
        if mw_find_object(thread, address) { return }
        let owned = Unmanaged.passRetained(object).toOpaque()
        mw_push_object(thread, address, owned, interpreter.classID(of: object), 0)
    }

    /// Writes an object that Lua must not keep alive.
    public func write(weak object: AnyObject, at slot: Int) throws {
        let address = Unmanaged.passUnretained(object).toOpaque()
        if mw_find_object(thread, address) {
            if let known = try? self.object(at: top), known === object { return }
            pop(1)  // Another object lived there before.
        }
        let owned = Unmanaged.passRetained(WeakReference(object)).toOpaque()
        mw_push_object(thread, address, owned, interpreter.classID(of: object), Int32(MW_WEAK))
    }

    public func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws {
        guard makeRoom() else { throw ConversionError(.custom("is nested too deep")) }
        mw_push_table(thread, Int32(clamping: count), 0)
        let table = top
        for index in 0..<count {
            try element(index, ValueWriter(self, slot: 0))
            setElement(table, index: index + 1)
        }
    }

    public func writeMap(count: Int, at slot: Int, entry: (Int, ValueWriter, ValueWriter) throws -> Void) throws {
        guard makeRoom() else { throw ConversionError(.custom("is nested too deep")) }
        mw_push_table(thread, 0, Int32(clamping: count))
        let table = top
        for index in 0..<count {
            try entry(index, ValueWriter(self, slot: 0), ValueWriter(self, slot: 0))
            mw_set_pair(thread, Int32(table))
        }
    }

    private func push(_ function: LuaFunction) throws {
        guard function.interpreter === interpreter else {
            throw ConversionError(.custom("is a function of another interpreter"))
        }
        mw_push_reference(thread, function.reference)
    }

    /// Leaves an error on top, for the shim to raise; scripts see its text.
    func push(error: any Error) {
        var text = "\(error)"
        let owned = Unmanaged.passRetained(ErrorBox(error)).toOpaque()
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { mw_push_error(thread, owned, $0.baseAddress, $0.count) }
        }
    }
}

/// Carries a Swift error through Lua.
final class ErrorBox {
    let error: any Error

    init(_ error: any Error) {
        self.error = error
    }
}

/// Refers to an object that Lua knows but does not keep.
final class WeakReference {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}
