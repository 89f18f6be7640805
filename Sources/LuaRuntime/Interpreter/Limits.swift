internal import CLuaShim

/// What one script may use up.
public struct Limits: Sendable, Hashable {
    /// Instructions of one outermost entry, with everything that it calls.
    public var instructions = 10_000_000
    /// CPU time of one outermost entry, with everything that it calls except functions of the application.
    ///
    /// A container allows five times as much to the total of all hooks and preference checks of one load, check, or reload, where
    /// the functions of the application count, too.
    public var cpuTime = Duration.seconds(2)
    /// Bytes of one interpreter.
    public var memory = 64 << 20
    /// Bytes of one script.
    public var source = 16 << 20
    /// What `print` and `warn` may say in one outermost entry; of what goes beyond, only the count is told.
    public var outputLines = 1_000
    /// Bytes of all that together.
    public var outputBytes = 1 << 20
    /// What one value may hold that crosses between a script and Swift.
    public var value = ValueLimits()
    /// Bytes that what a script says may take outside of its interpreter: definitions and their values, hooks, rules,
    /// diagnostics. They are estimated, within a factor of two.
    public var hostMemory = 256 << 20

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

extension Limits {
    /// The limits as the shim takes them.
    var shimLimits: mw_limits {
        mw_limits(
            instructions: Int64(instructions), memory: max(memory, 0), source: max(source, 0),
            time: Self.nanoseconds(cpuTime))
    }

    /// The CPU time that compiling a script of that many bytes may take.
    package static func compileTime(forBytes count: Int) -> Duration {
        .nanoseconds(Int64(clamping: mw_compile_time(max(count, 0))))
    }

    /// Half of what fits at most, so that adding to it does not wrap around.
    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1_000_000_000 - 1 else { return UInt64(Int64.max) }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}

/// What one value may hold that crosses between a script and Swift, in either direction, with all that is in it.
public struct ValueLimits: Sendable, Hashable {
    /// Lists and maps within each other.
    public var depth = 200
    /// Elements and entries in all; a part that is reached in two ways counts twice.
    public var elements = 1_000_000
    /// Bytes of its texts in all.
    public var textBytes = 16 << 20

    public init(depth: Int = 200, elements: Int = 1_000_000, textBytes: Int = 16 << 20) {
        self.depth = depth
        self.elements = elements
        self.textBytes = textBytes
    }
}
