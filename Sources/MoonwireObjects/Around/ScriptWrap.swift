import LuaRuntime
import Moonwire
import MoonwireCore
import MoonwireValues

/// A function of a script as a wrapper.
final class ScriptWrap: CallableWrapFunction {
    private let function: LuaFunction
    /// The call of `around` as messages name it.
    private let subject: String

    init(_ function: LuaFunction, _ subject: String) {
        self.function = function
        self.subject = subject
    }

    func call(_ call: WrappedCall) throws -> AnyObject? {
        let original = OriginalCall(call)
        // A script can keep the function, but not what it would keep alive.
        defer { original.end() }
        return try function.call { stack in
            try stack.ensureRoom(call.arguments.count + 10)
            stack.pushFunction(HostFunction(name: "original") { try original.run($0) })
            try stack.push(instance: call.receiver)
            for (index, argument) in call.arguments.enumerated() {
                // A handle for the container is nil in a script, which passes it on by leaving it out.
                let argument = call.handle(at: index) == nil ? argument : nil
                try call.withReader(of: argument) { try stack.push(anything: $0) }
            }
            return call.arguments.count + 2
        } read: { [function] stack, base, count in
            let value = count > 0 ? try WrappedValue(ValueReader(stack, position: base)) : WrappedValue(object: nil)
            do {
                return try stack.runUserCode { try call.result(value) }
            } catch let error as ConversionError {
                throw call.masked(
                    ContainerError(.aroundResult(call.title, error, at: function.definedAt), underlying: error))
            }
        }
    }
}

extension OriginalCall {
    /// Calls the member for a script; an argument that is nil is left out.
    fileprivate func run(_ call: LuaCall) throws -> LuaReturn {
        let wrapped = try current(at: call.callSite)
        guard call.count <= labels.count else {
            throw ContainerError(.originalSurplus(title, labels, given: call.count, at: call.callSite))
        }
        let arguments = try labels.indices.map { index in
            try call.argument(index).flatMap { try $0.isNull ? nil : WrappedValue($0) } ?? wrapped.handle(at: index)
        }
        do {
            let result = try call.runUserCode { try wrapped.original(arguments) }
            try call.stack.push(instance: result)
        } catch let error as ConversionError {
            throw ContainerError(.badArgument(title, error, at: call.callSite), underlying: error)
        }
        return .values(1)
    }
}
