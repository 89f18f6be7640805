import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script that selects the slots of a rule: `function(slot) return slot.name:find "^log" end`.
final class ScriptSlotCondition: SlotConditionBody {
    private let function: LuaFunction

    init(_ function: LuaFunction) {
        self.function = function
    }

    /// As in a condition of Lua, everything but `nil` and `false` is true.
    func holds(for slot: SlotProperties) throws -> Bool {
        try function.call { stack in
            try stack.write(object: ScriptRecord<ScriptRecords.Slot>(slot), at: 0)
            return 1
        } read: { stack, base, count in
            count > 0 && stack.luaType(at: base) != .nil && stack.boolean(at: base) != false
        }
    }
}
