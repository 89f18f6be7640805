public import MoonwireValues

/// What went wrong in Lua: the sentence, the line, and the way there, as data.
public struct LuaError: Error, Sendable {
    /// What kind of error it is; new kinds may come with any release.
    public struct Code: Sendable, Hashable {
        private enum Kind: Sendable {
            case syntax, runtime, budget, memory, stackExhausted, badArgument
        }

        private let kind: Kind

        /// The text is not Lua.
        public static let syntax = Code(kind: .syntax)
        /// Lua code failed, or raised an error itself.
        public static let runtime = Code(kind: .runtime)
        /// The entry used up its instructions.
        public static let budget = Code(kind: .budget)
        /// The interpreter used up its memory.
        public static let memory = Code(kind: .memory)
        /// Swift and Lua called each other until this thread's stack was nearly full.
        public static let stackExhausted = Code(kind: .stackExhausted)
        /// A Swift function was called with something that does not fit.
        public static let badArgument = Code(kind: .badArgument)
    }

    public let code: Code
    /// The sentence, without the place.
    public let message: String
    public let location: ScriptLocation?
    /// The functions on the way, innermost first.
    public let traceback: [LuaFrame]
    /// What a script raised, when it was no text.
    public let value: Value?

    public init(
        _ code: Code, _ message: String, at location: ScriptLocation? = nil, traceback: [LuaFrame] = [],
        value: Value? = nil
    ) {
        self.code = code
        self.message = message
        self.location = location
        self.traceback = traceback
        self.value = value
    }

    /// The lines of scripts that led to the one where it happened, innermost first.
    public var callers: [ScriptLocation] {
        let lines = traceback.compactMap(\.location)
        guard let first = lines.firstIndex(where: { $0 == location }) else { return lines.filter { $0 != location } }
        return Array(lines[(first + 1)...])
    }
}

extension LuaError: CustomStringConvertible {
    public var description: String {
        ([location.map { "\($0): \(message)" } ?? message] + callers.map { "    called from \($0)" })
            .joined(separator: "\n")
    }
}

/// A function on the way to an error.
public struct LuaFrame: Sendable, Hashable {
    /// Nil for a function of Swift or of Lua's libraries.
    public let location: ScriptLocation?
    /// The function's name, as far as its caller tells it.
    public let function: String?
}
