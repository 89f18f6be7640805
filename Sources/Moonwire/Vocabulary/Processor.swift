import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `processor "csv" (function(text) … end)`: a type of environment variables, for `%env(csv:NAME)%` and `env.csv "NAME"`.
    static func processor(_ evaluation: Evaluation) -> Word {
        let usage = "processor \"id\" (function(text) … end)"
        let complete = Word.function("processor", evaluation, WordForm(1, usage)) { call in
            let name = evaluation.finish(call.payload)
            let origin = evaluation.origin(call)
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .function else {
                throw ContainerError(
                    .expectsFunction("processor \"\(name)\"", found: call.found(0), at: call.callSite))
            }
            let function = ProcessorFunction(call.stack.function(at: position, isSerial: true))
            let processor = EnvironmentProcessor(name, origin: origin) { try function.value(of: $0) }
            if let fault = evaluation.add(processor) { evaluation.report(fault.called(from: call.callLocations)) }
            return .values(0)
        }
        return Word("processor", evaluation, .begun(usage)) { call in
            let name = try call.name(0, of: "processor", "a name")
            if let fault = EnvironmentProcessor.fault(ofName: name, at: call.callSite) { throw ContainerError(fault) }
            call.stack.pushFunction(complete, payload: evaluation.begin(name, at: call.callSite, word: "processor"))
            return .values(1)
        }
    }
}

/// A function of a script that reads the text of a variable.
private final class ProcessorFunction: Sendable {
    private let function: LuaFunction

    init(_ function: LuaFunction) {
        self.function = function
    }

    /// The first result; throws its errors, and an error for a result that is not plain data.
    func value(of text: String) throws -> PlainValue {
        try function.call { stack in
            try stack.ensureRoom(8)
            try stack.write(text, at: 0)
            return 1
        } read: { stack, base, count in
            guard count > 0, stack.luaType(at: base) != .nil else {
                throw ContainerError(.processorReturned(count > 1 ? stack.text(at: base + 1) : nil))
            }
            do {
                return try PlainValue.read(from: ValueReader(stack, position: base))
            } catch let error as ConversionError {
                throw ContainerError(.processorReturnedOther(stack.found(base), error))
            }
        }
    }
}
