import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script that selects the slots of a rule: `function(slot) return slot.name == "log" end`.
final class ScriptSlotCondition: SlotConditionBody {
    private let function: LuaFunction

    init(_ function: LuaFunction) {
        self.function = function
    }

    /// As in a condition of Lua, everything but `nil` and `false` is true.
    func answer(for slot: SlotProperties) throws -> SlotConditionAnswer {
        try function.call { stack in
            try stack.write(object: ScriptRecord<ScriptRecords.Slot>(slot), at: 0)
            return 1
        } read: { stack, base, count in
            guard count > 0 else { return SlotConditionAnswer(holds: false) }
            switch stack.luaType(at: base) {
            case .nil: return SlotConditionAnswer(holds: false)
            case .boolean: return SlotConditionAnswer(holds: stack.boolean(at: base) == true)
            default: return SlotConditionAnswer(holds: true, unexpected: stack.found(base))
            }
        }
    }
}
