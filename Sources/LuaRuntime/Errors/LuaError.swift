public import MoonwireValues

/// An error of a script.
///
///     do { try lua.run(text, name: "shop.lua") } catch let error as LuaError { print(error.report) }
public struct LuaError: Error, Sendable, Hashable {
    /// The kind of error.
    public let code: Code
    /// What happened, without the location.
    ///
    /// The middle of a very long message is left out.
    public let message: String
    /// The line of the script.
    public let location: ScriptLocation?
    /// The calls that were in progress, innermost first.
    public let traceback: [LuaFrame]
    /// The error value of the script as data; functions and objects in a table are left out.
    public let value: PlainValue?
    private let source: ErrorSource

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened, without the location.
    ///   - location: The line of the script.
    ///   - traceback: The calls that were in progress, innermost first.
    ///   - value: The error value of the script.
    ///   - underlying: The Swift error that caused this one.
    public init(
        _ code: Code,
        _ message: String,
        location: ScriptLocation? = nil,
        traceback: [LuaFrame] = [],
        value: PlainValue? = nil,
        underlying: (any Error)? = nil
    ) {
        self.init(
            code, message, location: location, traceback: traceback, value: value, underlying: underlying,
            sourceText: nil)
    }

    init(
        _ code: Code,
        _ message: String,
        location: ScriptLocation?,
        traceback: [LuaFrame],
        value: PlainValue?,
        underlying: (any Error)?,
        sourceText: String?
    ) {
        self.code = code
        self.message = message.bounded(to: Self.longestMessage)
        self.location = location
        self.traceback = traceback
        self.value = value
        source = ErrorSource(text: sourceText, underlying: underlying)
    }

    /// The bytes of the longest message; the middle of a longer one is left out.
    static let longestMessage = 4096

    /// The Swift error that caused this one, as it was thrown.
    public var underlying: (any Error)? { source.underlying }

    /// The underlying error, if it is that of a conversion.
    public var conversion: ConversionError? { underlying as? ConversionError }

    /// The line of the error and its neighbors; nil when the source is not known.
    public var excerpt: Excerpt? {
        guard let location, let text = source.text else { return nil }
        return Excerpt(of: text, around: location.line)
    }

    /// The same error with other calls that were in progress.
    func called(from traceback: [LuaFrame]) -> LuaError {
        LuaError(
            code, message, location: location, traceback: traceback, value: value, underlying: underlying,
            sourceText: source.text)
    }

    /// A kind of error.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case syntax, runtime, argument, conversion, host, budget, memory, stackExhausted, profile
        }

        private let kind: Kind

        /// The source does not parse.
        public static let syntax = Code(kind: .syntax)
        /// The script raised an error, or an operation of it failed.
        public static let runtime = Code(kind: .runtime)
        /// A script passed a value that a host function cannot convert.
        public static let argument = Code(kind: .argument)
        /// A Swift error passed a script; see ``Interpreter/reporting(_:)-(()->R)``.
        public static let host = Code(kind: .host)
        /// A result cannot be converted to the requested type.
        public static let conversion = Code(kind: .conversion)
        /// The script used up its instructions or its CPU time.
        public static let budget = Code(kind: .budget)
        /// The script used up its memory.
        public static let memory = Code(kind: .memory)
        /// Calls between Swift and scripts are nested too deeply for the thread's stack.
        public static let stackExhausted = Code(kind: .stackExhausted)
        /// A profile was given the name of an unknown function.
        public static let profile = Code(kind: .profile)
    }

    static let stackExhausted = LuaError(
        .stackExhausted,
        "calls between Swift and scripts are nested too deeply for the stack of this thread"
    )
}

extension LuaError: CustomStringConvertible {
    /// The location and the message.
    public var description: String {
        location.map { "\($0): \(message)" } ?? message
    }
}

extension LuaError.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { "\(kind)" }
}

/// The source of the chunk of an error, and the Swift error that caused it.
private struct ErrorSource: Sendable, Hashable {
    let text: String?
    let underlying: (any Error)?

    /// Errors are not equatable, so their descriptions are compared.
    private var comparable: String? { underlying.map { "\(type(of: $0)): \($0)" } }

    static func == (left: ErrorSource, right: ErrorSource) -> Bool {
        left.text == right.text && left.comparable == right.comparable
    }

    func hash(into hasher: inout Hasher) { hasher.combine(comparable) }
}
