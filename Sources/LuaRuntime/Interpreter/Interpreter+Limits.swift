internal import CLuaShim

extension Interpreter {
    /// What the scripts of an interpreter can use.
    public struct Limits: Sendable, Hashable {
        /// The instructions of one outermost entry, with everything that it calls.
        public var instructions = 10_000_000
        /// The CPU time of one outermost entry, with everything that it calls except functions of the application.
        ///
        /// A container allows five times as much to the total of all hooks and preference checks of one load, check, or reload,
        /// where the functions of the application count, too.
        public var cpuTime = Duration.seconds(2)
        /// The bytes of one interpreter.
        public var memory = 64 << 20
        /// The bytes of the source of one chunk.
        public var source = 16 << 20
        /// The lines that `print` and `warn` may write in one outermost entry; of more, only the number is reported.
        public var outputLines = 1_000
        /// The bytes of all these lines.
        public var outputBytes = 1 << 20
        /// The size of one value that crosses between a script and Swift.
        public var value = ValueLimits()
        /// The bytes that definitions, values, hooks, rules, and diagnostics of scripts may use outside of the interpreter.
        ///
        /// A container estimates them, within a factor of two.
        public var hostMemory = 256 << 20

        /// Creates limits; what you leave out has its default value.
        ///
        /// - Parameters:
        ///   - instructions: The instructions of one outermost entry.
        ///   - cpuTime: The CPU time of one outermost entry.
        ///   - memory: The bytes of one interpreter.
        ///   - value: The size of one value that crosses between a script and Swift.
        public init(
            instructions: Int = 10_000_000, cpuTime: Duration = .seconds(2), memory: Int = 64 << 20,
            value: ValueLimits = ValueLimits()
        ) {
            self.instructions = instructions
            self.cpuTime = cpuTime
            self.memory = memory
            self.value = value
        }
    }

    /// The size of one value that crosses between a script and Swift, in either direction, with all its parts.
    public struct ValueLimits: Sendable, Hashable {
        /// The levels of lists and maps within each other.
        public var depth = 200
        /// The elements and entries in total; a part that occurs twice counts twice.
        public var elements = 1_000_000
        /// The bytes of all strings.
        public var stringBytes = 16 << 20

        /// Creates limits; what you leave out has its default value.
        ///
        /// - Parameters:
        ///   - depth: The levels of lists and maps within each other.
        ///   - elements: The elements and entries in total.
        ///   - stringBytes: The bytes of all strings.
        public init(depth: Int = 200, elements: Int = 1_000_000, stringBytes: Int = 16 << 20) {
            self.depth = depth
            self.elements = elements
            self.stringBytes = stringBytes
        }
    }
}

extension Interpreter.Limits {
    /// The limits as the shim expects them.
    var shimLimits: mw_limits {
        mw_limits(
            instructions: Int64(instructions), memory: max(memory, 0), source: max(source, 0),
            time: Self.nanoseconds(cpuTime))
    }

    /// The CPU time that compiling a chunk of that many bytes may take.
    package static func compileTime(forBytes count: Int) -> Duration {
        .nanoseconds(Int64(clamping: mw_compile_time(max(count, 0))))
    }

    /// At most half of the largest number, so that adding to it does not overflow.
    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1_000_000_000 - 1 else { return UInt64(Int64.max) }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
