import MoonwireSupport

/// What signals do to the process, which changes while they are received.
///
/// Dispatch does not restore it: on Linux its first source for a signal installs a handler for good, and on Darwin a signal must be
/// ignored to reach a source.
enum SignalActions {
    private struct Entry {
        /// The number of sources.
        var receivers = 0
        var former = sigaction()
        /// The action under which sources receive the signal, once it is known.
        var receiving: sigaction?
    }

    private struct State: @unchecked Sendable {  // The lock protects it.
        var entries: [Int32: Entry] = [:]
    }

    private static let state = Lock(State())

    /// Whether a process can receive the signal instead of what it does otherwise.
    static func canReceive(_ number: Int32) -> Bool {
        var action = sigaction()
        return number != SIGKILL && number != SIGSTOP && sigaction(number, nil, &action) == 0
    }

    static func beginReceiving(_ number: Int32) {
        change(number) { entry in
            entry.receivers += 1
            guard entry.receivers == 1 else { return }
            sigaction(number, nil, &entry.former)
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
            if var action = entry.receiving { sigaction(number, &action, nil) }
        }
    }

    /// A source receives the signal from now on.
    static func noteReceiving(_ number: Int32) {
        change(number) { entry in
            var action = sigaction()
            sigaction(number, nil, &action)
            entry.receiving = action
        }
    }

    /// With the last source, the signal does again what it did before.
    static func endReceiving(_ number: Int32) {
        change(number) { entry in
            entry.receivers -= 1
            if entry.receivers == 0 { sigaction(number, &entry.former, nil) }
        }
    }

    private static func change(_ number: Int32, _ change: (inout Entry) -> Void) {
        state.withLock { change(&$0.entries[number, default: Entry()]) }
    }
}
