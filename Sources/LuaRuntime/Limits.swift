/// How much an interpreter may use.
public struct Limits: Sendable, Hashable {
    /// Instructions for each outermost entry.
    public var instructions: Int
    /// Bytes for the whole interpreter.
    public var memory: Int

    public init(instructions: Int = 10_000_000, memory: Int = 64 << 20) {
        self.instructions = instructions
        self.memory = memory
    }
}
