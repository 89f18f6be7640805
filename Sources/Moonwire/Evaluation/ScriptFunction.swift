import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A function of a script that makes or configures services.
final class ScriptFunction: CallableServiceFunction {
    private let function: LuaFunction
    private let link: LateResolver
    /// The `c` that it receives.
    private let context: any AnyObject & Sendable
    /// The arguments of the definition that a function receives before the context.
    enum Arguments {
        case none
        /// One table with all of them.
        case table
        /// The first.
        case first
    }

    private let received: Arguments

    init(_ function: LuaFunction, _ evaluation: Evaluation, receives received: Arguments = .none) {
        self.function = function
        link = evaluation.link
        context = evaluation.module.map(evaluation.link.context) ?? evaluation.link.context
        self.received = received
    }

    var location: ScriptLocation? { function.definedAt }
    var lastLine: Int? { function.lastLine }
    var value: any AnyObject & Sendable { function }
    var takesArguments: Bool { received != .none }

    func make(_ resolver: ServiceResolver, arguments: ListedArguments?) throws -> AnyObject? {
        link.attach(resolver)
        // Services in the arguments are built here, before the interpreter is entered.
        let values = received == .none ? nil : try ScriptArguments(arguments)
        return try readingResult({ .returnedToken(at: $0) }) {
            try function.call { [context, received] stack in
                if received == .first { try values?.pushFirst(to: stack) } else { try values?.push(to: stack) }
                try stack.write(object: context, at: 0)
                return values == nil ? 1 : 2
            } read: { stack, base, count in
                count == 0 ? nil : try Self.instance(stack, base)
            }
        }
    }

    func configure(_ instance: AnyObject, _ resolver: ServiceResolver) throws {
        link.attach(resolver)
        try function.call { [context] stack in
            try ScriptContext.push(instance, isWeak: false, to: stack)
            try stack.write(object: context, at: 0)
            return 2
        } read: { _, _, _ in
        }
    }

    func check(_ instance: AnyObject, _ resolver: ServiceResolver) throws -> HealthVerdict {
        link.attach(resolver)
        return try function.call { [context] stack in
            try ScriptContext.push(instance, isWeak: false, to: stack)
            try stack.write(object: context, at: 0)
            return 2
        } read: { stack, base, count in
            guard count > 0, let isHealthy = stack.boolean(at: base) else { return .healthy }
            return HealthVerdict(isHealthy: isHealthy, reason: count > 1 ? stack.text(at: base + 1) : nil)
        }
    }

    func value<Value>(
        for owner: AnyObject?, _ resolver: ServiceResolver, read: (ValueReader) throws -> Value
    ) throws -> Value? {
        link.attach(resolver)
        return try readingResult({ .returnedTokenForSlot(at: $0) }) {
            try function.call { [context] stack in
                if let owner {
                    try ScriptContext.push(owner, isWeak: true, to: stack)
                } else {
                    try stack.writeNull(at: 0)
                }
                try stack.write(object: context, at: 0)
                return 2
            } read: { stack, base, count in
                guard count > 0, stack.luaType(at: base) != .nil, stack.tokenKind(at: base) != .null else { return nil }
                if stack.token(at: base) != nil { throw ReturnedToken() }
                return try read(ValueReader(stack, position: base))
            }
        }
    }

    func handOver(_ former: AnyObject, to instance: AnyObject, _ resolver: ServiceResolver) throws {
        link.attach(resolver)
        try function.call { [context] stack in
            try ScriptContext.push(former, isWeak: false, to: stack)
            try ScriptContext.push(instance, isWeak: false, to: stack)
            try stack.write(object: context, at: 0)
            return 3
        } read: { _, _, _ in
        }
    }

    /// The function has returned a reference, or another token, which only the wiring can resolve.
    struct ReturnedToken: Error {}

    /// Finds the location of the function only for an error, and when the interpreter that runs it has been left: finding it enters the
    /// interpreter of the scripts.
    private func readingResult<R>(_ fault: (ScriptLocation?) -> Diagnostic, _ call: () throws -> R) throws -> R {
        do { return try call() } catch is ReturnedToken { throw ContainerError(fault(location)) }
    }

    /// The result of a function, as an object; throws ``ReturnedToken``, or the error of a conversion.
    static func instance(_ stack: LuaStack, _ position: Int) throws -> AnyObject? {
        switch stack.luaType(at: position) {
        case .nil: return nil
        case .boolean: return boxed(try Bool.read(from: ValueReader(stack, position: position)))
        case .number:
            let reader = ValueReader(stack, position: position)
            return stack.isInteger(at: position) ? boxed(Int(try reader.integer())) : boxed(try reader.number())
        case .string: return boxed(try String.read(from: ValueReader(stack, position: position)))
        case .table: return boxed(try PlainValue.read(from: ValueReader(stack, position: position)))
        case .function: return stack.function(at: position)
        case .userdata, .other:
            if stack.token(at: position) != nil { throw ReturnedToken() }
            return try ValueReader(stack, position: position).object()
        }
    }
}
