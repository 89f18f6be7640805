public import MoonwireValues

/// What went wrong in a script, as data.
///
///     do { try lua.run(text, name: "shop.lua") } catch let error as LuaError { print(error.report) }
public struct LuaError: Error, Sendable, Hashable {
    public let code: Code
    /// What happened, without where; the middle of a very long message is left out.
    public let message: String
    public let location: ScriptLocation?
    /// The calls that were in progress, innermost first.
    public let traceback: [LuaFrame]
    /// What the script raised, as data; of a table that holds functions and objects too, the rest.
    public let value: Value?
    private let source: ErrorSource

    public init(
        _ code: Code,
        _ message: String,
        location: ScriptLocation? = nil,
        traceback: [LuaFrame] = [],
        value: Value? = nil,
        underlying: (any Error)? = nil
    ) {
        self.init(
            code, message, location: location, traceback: traceback, value: value, underlying: underlying, text: nil)
    }

    init(
        _ code: Code,
        _ message: String,
        location: ScriptLocation?,
        traceback: [LuaFrame],
        value: Value?,
        underlying: (any Error)?,
        text: String?
    ) {
        self.code = code
        self.message = message.bounded(to: Self.longestMessage)
        self.location = location
        self.traceback = traceback
        self.value = value
        source = ErrorSource(text: text, underlying: underlying)
    }

    /// Bytes of a message; of a longer one the middle is left out.
    static let longestMessage = 4096

    /// The Swift error that lies beneath, as the value that was thrown.
    public var underlying: (any Error)? { source.underlying }

    /// The value that does not fit, when that is what went wrong.
    public var conversion: ConversionError? { underlying as? ConversionError }

    /// The line where it happened and the lines around it; nil when their text is not known.
    public var excerpt: SourceExcerpt? {
        guard let location, let text = source.text else { return nil }
        return SourceExcerpt(of: text, around: location.line)
    }

    /// The same, with more calls that were in progress.
    func called(from traceback: [LuaFrame]) -> LuaError {
        LuaError(
            code, message, location: location, traceback: traceback, value: value, underlying: underlying,
            text: source.text)
    }

    /// What sort of failure it is.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case syntax, runtime, argument, conversion, host, budget, memory, stackExhausted, profile
        }

        private let kind: Kind

        /// The text does not parse.
        public static let syntax = Code(kind: .syntax)
        /// The script raised an error, or did what cannot be done.
        public static let runtime = Code(kind: .runtime)
        /// A script gave a host function a value that does not fit.
        public static let argument = Code(kind: .argument)
        /// A Swift error passed through a script; see ``Interpreter/reporting(_:)-(()->R)``.
        public static let host = Code(kind: .host)
        /// A result does not fit the type that was asked for.
        public static let conversion = Code(kind: .conversion)
        /// The script used up its instructions or its CPU time.
        public static let budget = Code(kind: .budget)
        /// The script used up its memory.
        public static let memory = Code(kind: .memory)
        /// Calls between Swift and scripts are nested too deeply for the thread's stack.
        public static let stackExhausted = Code(kind: .stackExhausted)
        /// A profile was asked for a function that there is not.
        public static let profile = Code(kind: .profile)
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

/// What is behind an error: the text of its chunk, and the Swift error beneath it.
private struct ErrorSource: Sendable, Hashable {
    let text: String?
    let underlying: (any Error)?

    /// Errors have no equality of their own: what they say must do.
    private var said: String? { underlying.map { "\(type(of: $0)): \($0)" } }

    static func == (left: ErrorSource, right: ErrorSource) -> Bool {
        left.text == right.text && left.said == right.said
    }

    func hash(into hasher: inout Hasher) { hasher.combine(said) }
}
