/// What one script may use up.
public struct Limits: Sendable, Hashable {
    /// Instructions of one outermost entry, with everything that it calls.
    public var instructions = 10_000_000
    /// Bytes of one interpreter.
    public var memory = 64 << 20

    public init(instructions: Int = 10_000_000, memory: Int = 64 << 20) {
        self.instructions = instructions
        self.memory = memory
    }
}
