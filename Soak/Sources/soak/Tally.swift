import Synchronization

/// The counters of a run.
final class Tally: Sendable {
    let resolves = Atomic<Int>(0)
    let edits = Atomic<Int>(0)
    let adopted = Atomic<Int>(0)
    /// Resolves with parts of more than one edit, or of an earlier edit than the previous one.
    let torn = Atomic<Int>(0)
    /// Resolves that failed without an injected fault.
    let failed = Atomic<Int>(0)
    /// Edits that load and did not take effect.
    let lost = Atomic<Int>(0)
    /// Resolves that failed because of an injected fault.
    let injected = Atomic<Int>(0)
    let generations = Atomic<Int>(0)
    let nodes = Atomic<Int>(0)

    /// Prints a failure, for the first few cases.
    func report(_ fault: String, in counter: borrowing Atomic<Int>) {
        if counter.wrappingAdd(1, ordering: .relaxed).newValue <= 5 { print("soak: \(fault)") }
    }
}
