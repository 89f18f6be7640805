/// What a command tells the shell.
public struct CommandStatus: RawRepresentable, Sendable, Hashable {
    /// All is well.
    public static let clean = CommandStatus(rawValue: 0)
    /// The command found faults.
    public static let faults = CommandStatus(rawValue: 1)
    /// The command was called in a way that it does not understand.
    public static let usage = CommandStatus(rawValue: 2)
    /// The command could not write its result.
    public static let unwritten = CommandStatus(rawValue: 3)

    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}
