import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script as a hook.
final class ScriptHook: CallableHookFunction {
    private let function: LuaFunction
    private let event: HookEvent
    private let link: LateResolver

    init(_ function: LuaFunction, _ event: HookEvent, _ evaluation: Evaluation) {
        self.function = function
        self.event = event
        link = evaluation.link
    }

    var location: ScriptLocation? { function.definedAt }
    var lastLine: Int? { function.lastLine }

    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer {
        link.attach(info.resolver)
        return try function.call { stack in
            try stack.ensureRoom(arguments.count + 8)
            for argument in arguments { try Self.push(argument, to: stack) }
            try stack.write(object: Self.record(info), at: 0)
            return arguments.count + 1
        } read: { [event] stack, base, count in
            switch event {
            case .created where count > 0:
                try Self.replacement(stack, base).map { .replacement($0) } ?? .nothing
            case .building where count > 0 && stack.luaType(at: base) != .nil:
                throw ContainerError(.returnedFromBuildingHook(stack.found(base)))
            case .reloading where count > 0 && stack.boolean(at: base) == false:
                .veto(count > 1 ? stack.text(at: base + 1) : nil)
            default: .nothing
            }
        }
    }

    /// One for all hooks and resolves, unless it depends on what else is being built.
    private static func record(_ info: HookInfo) -> AnyObject {
        guard info.event == .resolved, info.isAlone else { return ScriptRecord(info) }
        return info.subject.record { ScriptRecord(info) }
    }

    private static func push(_ argument: HookArgument, to stack: LuaStack) throws {
        switch argument {
        case .object(let object, let isWeak): try ScriptContext.push(object, isWeak: isWeak, to: stack)
        case .value(let value): try value.write(to: stack.writer)
        case .definition(let definition): try stack.write(object: ScriptRecord(definition), at: 0)
        case .error(let error): try stack.write(object: ScriptRecord(error), at: 0)
        }
    }

    /// The object that replaces the one that was built; nil for `nil` and `null`.
    private static func replacement(_ stack: LuaStack, _ position: Int) throws -> AnyObject? {
        if stack.luaType(at: position) == .nil { return nil }
        if let token = stack.tokenKind(at: position) {
            if token == .null { return nil }
            throw ContainerError(.returnedTokenFromHook())
        }
        return try ScriptFunction.instance(stack, position)
    }
}
