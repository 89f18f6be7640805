import MoonwireSupport

/// A signal that a process can receive.
public struct UnixSignal: Sendable, Hashable {
    /// The number of the signal.
    public let rawValue: Int32

    /// Creates a signal from its number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The request to end, as process managers send it.
    public static let sigterm = UnixSignal(rawValue: SIGTERM)
    /// The interruption with Control-C.
    public static let sigint = UnixSignal(rawValue: SIGINT)
    /// The end of the terminal, which servers take as a request to read their configuration again.
    public static let sighup = UnixSignal(rawValue: SIGHUP)
    /// The request to end with Control-\.
    public static let sigquit = UnixSignal(rawValue: SIGQUIT)
    /// The first signal whose meaning an application defines.
    public static let sigusr1 = UnixSignal(rawValue: SIGUSR1)
    /// The second signal whose meaning an application defines.
    public static let sigusr2 = UnixSignal(rawValue: SIGUSR2)
}
