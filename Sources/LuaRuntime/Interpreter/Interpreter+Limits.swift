internal import CLuaShim

extension Interpreter {
    /// What the scripts of an interpreter can use.
    public struct Limits: Sendable, Hashable {
        /// How the work of a script is bounded.
        public var budget = Budget.exact
        /// The instructions of one outermost entry, with everything that it calls, if the budget is ``Budget/exact``.
        public var instructions = 10_000_000
        /// The CPU time of one outermost entry, with everything that it calls except functions of the application, unless the budget is
        /// ``Budget/unlimited``.
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
        ///   - budget: How the work of a script is bounded.
        ///   - instructions: The instructions of one outermost entry.
        ///   - cpuTime: The CPU time of one outermost entry.
        ///   - memory: The bytes of one interpreter.
        ///   - value: The size of one value that crosses between a script and Swift.
        public init(
            budget: Budget = .exact, instructions: Int = 10_000_000, cpuTime: Duration = .seconds(2),
            memory: Int = 64 << 20,
            value: ValueLimits = ValueLimits()
        ) {
            self.budget = budget
            self.instructions = instructions
            self.cpuTime = cpuTime
            self.memory = memory
            self.value = value
        }
    }

    /// How the work of a script is bounded.
    ///
    ///     let lua = try Interpreter(limits: .init(budget: .deadline, cpuTime: .milliseconds(50)))
    ///
    /// All other limits, such as that of memory, apply in any case.
    public enum Budget: Sendable, Hashable {
        /// By its instructions, and by its CPU time.
        ///
        /// The same script ends at the same instruction each time. Lua counts instructions, and takes twice as long for that.
        case exact
        /// By its CPU time alone.
        ///
        /// Lua runs at full speed. A script ends within ten milliseconds of its time, for which a signal, `SIGURG`, interrupts the
        /// thread that runs it. The application must not block this signal in that thread, and a handler that replaces Moonwire's must
        /// call it.
        case deadline
        /// Not at all, for scripts that the application trusts.
        ///
        /// A loop without an end runs forever. In an asynchronous entry it ends when its task is cancelled, and has the CPU time of
        /// ``Interpreter/Limits/cpuTime`` left to clean up.
        case unlimited

        fileprivate var code: Int32 {
            switch self {
            case .exact: Int32(MW_EXACT)
            case .deadline: Int32(MW_DEADLINE)
            case .unlimited: Int32(MW_UNLIMITED)
            }
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
            budget: budget.code, instructions: Int64(instructions), memory: max(memory, 0), source: max(source, 0),
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
