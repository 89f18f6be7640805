import CLuaShim
import MoonwireValues

/// The stack of a coroutine, where the arguments and results of calls lie. Positions count from one.
public final class LuaStack {
    /// The coroutine that runs now.
    var thread: OpaquePointer
    unowned(unsafe) let interpreter: Interpreter
    private var lastSource: UnsafePointer<CChar>?
    private var lastFile = ""
    /// The chunk that a function asked to load last, which no frame shows when it is not Lua.
    var lastChunk: String?

    init(_ thread: OpaquePointer, _ interpreter: Interpreter) {
        self.thread = thread
        self.interpreter = interpreter
    }

    package var top: Int { Int(mw_top(thread)) }

    package func luaType(at position: Int) -> LuaType {
        LuaType(rawValue: mw_type(thread, Int32(position))) ?? .nil
    }

    package func isInteger(at position: Int) -> Bool { mw_is_integer(thread, Int32(position)) }

    /// Lends the bytes of a text out; nil for any other value.
    package func withBytes<R>(at position: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
        var length = 0
        guard let bytes = mw_string(thread, Int32(position), &length) else { return nil }
        return try bytes.withMemoryRebound(to: UInt8.self, capacity: length) {
            try body(UnsafeBufferPointer(start: $0, count: length))
        }
    }

    package func pushNil() { mw_push_nil(thread) }
    package func pop(_ count: Int) { mw_set_top(thread, -Int32(count) - 1) }
    package func copyToTop(_ position: Int) { mw_copy(thread, Int32(position)) }
    package func makeRoom() -> Bool { mw_make_room(thread, 16) }
    package func pushTable() { mw_push_table(thread, 0, 0) }

    package func pushText(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { mw_push_string(thread, $0.baseAddress, $0.count) }
        }
    }

    package func pushFunction(_ function: HostFunction, payload: Int = 0) {
        interpreter.keep(function)
        mw_push_callback(thread, Unmanaged.passUnretained(function).toOpaque(), payload)
    }

    /// Replaces the key on top by the next key and its value, in Lua's own order; false at the end.
    package func next(_ table: Int) -> Bool { mw_next(thread, Int32(table)) }
    package func rawLength(at position: Int) -> Int { mw_length(thread, Int32(position)) }
    package func rawGet(_ table: Int, index: Int) { mw_get_element(thread, Int32(table), Int64(index)) }

    package func rawGet(_ table: Int, field: String) {
        var field = field
        field.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { mw_get_field(thread, Int32(table), $0.baseAddress, $0.count) }
        }
    }

    /// Sets an element to the value on top, and pops it.
    package func setElement(_ table: Int, index: Int) { mw_set_element(thread, Int32(table), Int64(index)) }

    /// Sets a field to the value on top, and pops it.
    package func setField(_ table: Int, _ name: String) {
        let value = top
        pushText(name)
        copyToTop(value)
        mw_set_pair(thread, Int32(table))
        pop(1)
    }

    package func rawSet(table: Int, key: Int, value: Int) {
        copyToTop(key)
        copyToTop(value)
        mw_set_pair(thread, Int32(table))
    }

    package func pushToken(kind: Int32, index: Int32) { mw_push_token(thread, kind, index) }

    package func token(at position: Int) -> (kind: Int32, index: Int32)? {
        var kind: Int32 = 0
        var flags: Int32 = 0
        var object: UnsafeMutableRawPointer?
        guard position != 0, mw_userdata(thread, Int32(position), &kind, &flags, &object) == Int32(MW_TOKEN) else {
            return nil
        }
        return (kind, flags)
    }

    /// Gives back the module that was loaded under the key; false when there is none.
    package func pushLoaded(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { mw_push_loaded(thread, $0.baseAddress, $0.count) }
        }
    }

    /// Keeps the function at the position, for calls from Swift.
    package func function(at position: Int) -> LuaFunction {
        var source: UnsafePointer<CChar>?
        var line: Int32 = 0
        let isLua = mw_function_source(thread, Int32(position), &source, &line)
        copyToTop(position)
        let location = isLua ? source.map { ScriptLocation(file: file($0), line: Int(line)) } : nil
        return LuaFunction(interpreter, mw_reference(thread), location)
    }

    func callSite(_ frame: mw_frame) -> CallSite? {
        guard let source = frame.source, frame.line >= 0 else { return nil }
        return CallSite(
            location: ScriptLocation(file: file(source), line: Int(frame.line)), isMainChunk: frame.is_main)
    }

    /// The name of a chunk; its address stays the same, and calls come from one chunk many times in a row.
    private func file(_ source: UnsafePointer<CChar>) -> String {
        if source != lastSource {
            lastFile = String(cString: source)
            lastSource = source
        }
        return lastFile
    }

    /// Chunks may have been freed since the last entry, and their addresses used again.
    func forgetSource() { lastSource = nil }
}

/// What Lua itself says a value is.
package enum LuaType: Int32 {
    case `nil` = 0
    case boolean = 1
    case lightuserdata = 2
    case number = 3
    case string = 4
    case table = 5
    case function = 6
    case userdata = 7
    case thread = 8
}
