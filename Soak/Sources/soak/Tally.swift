import Synchronization

/// What is counted while the program runs.
final class Tally: Sendable {
    let resolves = Atomic<Int>(0)
    let edits = Atomic<Int>(0)
    let adopted = Atomic<Int>(0)
    /// Resolves that gave parts of more than one edit, or went back to an earlier one.
    let torn = Atomic<Int>(0)
    /// Resolves that failed though no fault was injected into them.
    let failed = Atomic<Int>(0)
    /// Edits that load and did not take effect.
    let lost = Atomic<Int>(0)
    /// Resolves that failed because of an injected fault.
    let injected = Atomic<Int>(0)
    let generations = Atomic<Int>(0)
    let nodes = Atomic<Int>(0)

    /// Prints what went wrong, of a few cases.
    func report(_ fault: String, in counter: borrowing Atomic<Int>) {
        if counter.wrappingAdd(1, ordering: .relaxed).newValue <= 5 { print("soak: \(fault)") }
    }
}
