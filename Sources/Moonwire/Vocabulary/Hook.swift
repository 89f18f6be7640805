import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `hook.EVENT(target, function, { priority =, once = })`: a function that runs at an event.
    ///
    /// Hooks of `reloading` and `reloaded` concern the container as a whole, and have no target.
    static func hook(_ evaluation: Evaluation) -> [Word] {
        HookEvent.allCases.map { event in
            Word("hook.\(event.rawValue)", evaluation, form(of: event)) { call in
                if let hook = HookReader(event, call, evaluation).hook() { evaluation.add(hook) }
                return .values(0)
            }
        }
    }

    private static func form(of event: HookEvent) -> WordForm {
        let rest = "function(…) … end, { … })"
        return event.hasTarget
            ? WordForm(3, "hook.\(event.rawValue)(\"id\", \(rest)") : WordForm(2, "hook.\(event.rawValue)(\(rest)")
    }
}

/// Reads the arguments of one call of `hook.EVENT`, and reports faults in them.
private struct HookReader {
    private let event: HookEvent
    private let call: LuaCall
    private let evaluation: Evaluation
    private let table: ScriptTable

    init(_ event: HookEvent, _ call: LuaCall, _ evaluation: Evaluation) {
        self.event = event
        self.call = call
        self.evaluation = evaluation
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: "hook.\(event.rawValue)", origin: evaluation.origin(call))
    }

    private var stack: LuaStack { call.stack }
    private var word: String { table.subject }

    func hook() -> Hook? {
        let (hook, scope) = evaluation.reading { read() }
        evaluation.include(scope)
        return scope.isFaulty ? nil : hook
    }

    private func read() -> Hook? {
        let first = event.hasTarget ? 1 : 0
        let target = event.hasTarget ? target() : nil
        if event.hasTarget, target == nil { return nil }
        guard let function = function(first) else { return nil }
        let options = options(first + 1)
        return Hook(
            event, target, priority: options.priority, isOnce: options.isOnce, origin: table.origin,
            function: ScriptHook(function, event, evaluation))
    }

    /// A string, or a reference to one service.
    private func target() -> HookTarget? {
        let position = call.position(0)
        if position != 0, let text = stack.text(at: position), !text.isEmpty { return HookTarget(text) }
        if case .reference(let reference) = evaluation.value(ofTokenAt: position, stack), event.isAboutServices,
            reference.arguments == nil
        {
            return HookTarget(reference.id, isExact: true)
        }
        report { .expectsName(word, event.expectedTarget, found: call.found(0), at: $0) }
        return nil
    }

    private func function(_ index: Int) -> LuaFunction? {
        let position = call.position(index)
        if position != 0, stack.luaType(at: position) == .function { return stack.function(at: position) }
        if !event.hasTarget, position != 0, stack.luaType(at: position) == .string {
            report { .hookWithoutTarget(word, at: $0) }
        } else {
            report { .expectsFunction(word, found: call.found(index), at: $0) }
        }
        return nil
    }

    private func options(_ index: Int) -> (priority: Int, isOnce: Bool) {
        var options = (priority: 0, isOnce: false)
        let position = call.position(index)
        guard position != 0, stack.luaType(at: position) != .nil else { return options }
        guard stack.luaType(at: position) == .table else {
            report {
                .expectsTable("\(word): what follows the function", orFunction: false, found: call.found(index), at: $0)
            }
            return options
        }
        table.forEachField(position, of: .hook) { key, value in
            switch key.name {
            case "priority": options.priority = table.integer(value, key)
            default: options.isOnce = table.flag(value, key)
            }
        }
        return options
    }

    private func report(_ make: (ScriptLocation?) -> Diagnostic) {
        table.report(make, at: [])
    }
}
