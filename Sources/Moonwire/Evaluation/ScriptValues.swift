package import LuaRuntime
package import MoonwireValues

extension LuaStack {
    /// Pushes a value of Swift or of a script: plain data as it is, everything else as an object.
    package func push(anything reader: ValueReader) throws {
        try ScriptArguments.write(ScriptArguments.read(reader), to: self)
    }

    /// Pushes an object, or the value in a box; nil for no value.
    package func push(instance: AnyObject?) throws {
        guard let instance else { return pushNil() }
        try ScriptContext.push(instance, isWeak: false, to: self)
    }

    /// Pushes an object that a script does not keep alive after the call, although it may keep its handle.
    package func push(owner: AnyObject) throws { try ScriptContext.push(owner, isWeak: true, to: self) }

    /// Whether the value at a position is a word or a reference.
    package func isToken(at position: Int) -> Bool { token(at: position) != nil }
}
