public import MoonwireValues

/// What went wrong in a script, as data.
public struct LuaError: Error, Sendable, Hashable {
    public let code: Code
    /// What happened, without where.
    public let message: String
    public let location: ScriptLocation?
    /// The calls that were in progress, innermost first.
    public let traceback: [LuaFrame]
    /// What the script raised, when it is plain data.
    public let value: Value?
    /// The value that does not fit, when that is what went wrong.
    public let conversion: ConversionError?

    public init(
        _ code: Code,
        _ message: String,
        location: ScriptLocation? = nil,
        traceback: [LuaFrame] = [],
        value: Value? = nil,
        conversion: ConversionError? = nil
    ) {
        self.code = code
        self.message = message
        self.location = location
        self.traceback = traceback
        self.value = value
        self.conversion = conversion
    }

    /// What sort of failure it is.
    public struct Code: Sendable, Hashable {
        private enum Kind { case syntax, runtime, argument, conversion, budget, memory, stackExhausted }

        private let kind: Kind

        /// The text does not parse.
        public static let syntax = Code(kind: .syntax)
        /// The script raised an error, or did what cannot be done.
        public static let runtime = Code(kind: .runtime)
        /// A script gave a host function a value that does not fit.
        public static let argument = Code(kind: .argument)
        /// A result does not fit the type that was asked for.
        public static let conversion = Code(kind: .conversion)
        /// The script used up its instructions.
        public static let budget = Code(kind: .budget)
        /// The script used up its memory.
        public static let memory = Code(kind: .memory)
        /// Calls between Swift and scripts are nested too deeply for the thread's stack.
        public static let stackExhausted = Code(kind: .stackExhausted)
    }

    static let stackExhausted = LuaError(
        .stackExhausted,
        "calls between Swift and scripts are nested too deeply for the stack of this thread"
    )
}

extension LuaError: CustomStringConvertible {
    public var description: String {
        location.map { "\($0): \(message)" } ?? message
    }
}

extension LuaError.Code: CustomStringConvertible {
    public var description: String { "\(kind)" }
}

/// One call that was in progress.
public struct LuaFrame: Sendable, Hashable {
    /// The line that ran; nil in a function that is not of a script.
    public let location: ScriptLocation?
    public let function: String?
}

/// A Swift error on its way through a script; outside it is the same error again.
final class RaisedError: Sendable {
    let error: any Error

    init(_ error: any Error) {
        self.error = error
    }
}
