import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script that checks the values of a preference: `return value % 2 == 0, "must be even"`.
final class ScriptPreferenceCheck: PreferenceCheck {
    private let function: LuaFunction

    init(_ function: LuaFunction) {
        self.function = function
    }

    var location: ScriptLocation? { function.definedAt }
    var lastLine: Int? { function.lastLine }

    /// A function that returns nothing at all takes every value for which it raises no error.
    func refusal(of value: PlainValue) throws -> PreferenceRefusal? {
        try function.call { stack in
            try stack.ensureRoom(8)
            try value.write(to: stack.writer)
            return 1
        } read: { stack, base, count in
            guard count > 0, stack.luaType(at: base) == .nil || stack.boolean(at: base) == false else { return nil }
            return PreferenceRefusal(reason: count > 1 ? stack.text(at: base + 1) : nil)
        }
    }
}
