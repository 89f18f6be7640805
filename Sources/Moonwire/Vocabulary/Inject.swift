import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `inject { slot = "Owner.slot", value = … }`: injects a value, or what a function returns for each owner, into slots.
    static func inject(_ evaluation: Evaluation) -> Word {
        Word("inject", evaluation, WordForm(1, "inject { … }")) { call in
            let table = ScriptTable(
                evaluation: evaluation, stack: call.stack, key: "inject", origin: evaluation.origin(call))
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .table else {
                table.report({ .expectsTable("inject", orFunction: false, found: call.found(0), at: $0) }, at: [])
                return .values(0)
            }
            // A faulty rule is left out; faults in it concern nothing else.
            let (rule, scope) = evaluation.reading { InjectTable(table).rule(position) }
            if let rule, !scope.isFaulty { evaluation.add(rule) }
            return .values(0)
        }
    }
}

/// Reads what follows `inject`.
private struct InjectTable {
    private let table: ScriptTable

    init(_ table: ScriptTable) {
        self.table = table
    }

    private var stack: LuaStack { table.stack }

    /// The values of the keys, before the target slots are determined.
    private struct Parts {
        var slot: InjectionRule.Target?
        var names: [String: String] = [:]
        var content: InjectionRule.Content?
        var options: InjectionOptions = []
        var condition: SlotCondition?

        mutating func set(_ option: InjectionOptions, _ isOn: Bool) {
            if isOn { options.insert(option) }
        }
    }

    /// Nil if the target slots or the value cannot be determined, which is reported.
    func rule(_ position: Int) -> InjectionRule? {
        var parts = Parts()
        let (_, scope) = table.evaluation.reading {
            table.forEachField(position, of: .rule) { key, value in
                switch key.name {
                case "slot": parts.slot = slot(value, key)
                case "value": parts.content = content(value)
                case "where": parts.condition = condition(value, key)
                case "force": parts.set(.force, table.flag(value, key))
                case "once": parts.set(.once, table.flag(value, key))
                case "silent": parts.set(.silent, table.flag(value, key))
                case "subclasses": parts.set(.withoutSubclasses, !table.flag(value, key))
                default: parts.names[key.name] = name(value, key)
                }
            }
        }
        table.evaluation.include(scope)
        let isSound = !scope.isFaulty
        let target = target(parts, isSound: isSound)
        if parts.content == nil, isSound { table.report({ .nothingGoesIn(at: $0) }, at: []) }
        guard let target, let content = parts.content else { return nil }
        reportConflicts(parts, target, content)
        return InjectionRule(target, content, parts.options, where: parts.condition, origin: table.origin)
    }

    /// Reads the target of the rule; nil if the table does not determine one.
    ///
    /// `isSound` states whether all keys could be read; otherwise, the missing key may be a misspelled one.
    private func target(_ parts: Parts, isSound: Bool) -> InjectionRule.Target? {
        let (type, proto, owner) = (parts.names["type"], parts.names["protocol"], parts.names["owner"])
        if let slot = parts.slot {
            for other in ["type", "protocol", "owner"] where parts.names[other] != nil {
                table.report({ .conflict(table.subject, "slot", other, at: $0) }, at: [other])
            }
            return slot
        }
        if type != nil, proto != nil {
            table.report({ .conflict(table.subject, "type", "protocol", at: $0) }, at: ["protocol"])
        }
        if let type { return .type(type, owner: owner) }
        if let proto { return .protocol(proto, owner: owner) }
        if let owner { return .owner(owner) }
        if parts.condition != nil { return .all }
        if isSound { table.report({ .noSlotsMeant(at: $0) }, at: []) }
        return nil
    }

    /// Reports keys that have no effect.
    private func reportConflicts(
        _ parts: Parts, _ target: InjectionRule.Target, _ content: InjectionRule.Content
    ) {
        if case .skip = content, parts.options.contains(.once) {
            table.report({ .conflict(table.subject, "once", "skip", at: $0) }, at: ["once"])
        }
        let isOfOwner = parts.slot != nil || parts.names["owner"] != nil
        if parts.options.contains(.withoutSubclasses), !isOfOwner {
            table.report({ .subclassesOfNoOwner(table.subject, at: $0) }, at: ["subclasses"])
        }
    }

    private func slot(_ position: Int, _ key: ScriptKey) -> InjectionRule.Target? {
        if let slot = InjectionRule.Target(slot: stack.text(at: position) ?? "") { return slot }
        table.refuse(position, key)
        return nil
    }

    private func name(_ position: Int, _ key: ScriptKey) -> String? {
        if let text = stack.text(at: position), !text.isEmpty { return text }
        table.refuse(position, key)
        return nil
    }

    private func condition(_ position: Int, _ key: ScriptKey) -> SlotCondition? {
        if stack.luaType(at: position) == .function {
            return SlotCondition(ScriptSlotCondition(stack.function(at: position)))
        }
        table.refuse(position, key)
        return nil
    }

    private func content(_ position: Int) -> InjectionRule.Content? {
        if stack.tokenKind(at: position) == .skip { return .skip }
        if stack.luaType(at: position) == .function {
            return .value(.function(ScriptFunction(stack.function(at: position), table.evaluation)))
        }
        return .value(table.value(position, at: ["value"]))
    }
}
