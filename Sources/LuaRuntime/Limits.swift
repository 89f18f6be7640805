/// What one script may use up.
public struct Limits: Sendable, Hashable {
    /// Instructions of one outermost entry, with everything that it calls.
    public var instructions = 10_000_000
    /// Bytes of one interpreter.
    public var memory = 64 << 20
    /// Bytes of one text: nothing counts what parsing it takes.
    public var source = 16 << 20
    /// What `print` and `warn` may say in one outermost entry; of what goes beyond, only the count is told.
    public var outputLines = 1_000
    /// Bytes of all that together.
    public var outputBytes = 1 << 20

    public init(instructions: Int = 10_000_000, memory: Int = 64 << 20) {
        self.instructions = instructions
        self.memory = memory
    }
}
