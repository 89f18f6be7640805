/// Whether a call has an interpreter for itself.
enum ParallelLease {
    /// It is within another call of the same interpreter, or is not the call of a parallel function.
    case inner
    /// No other call uses the slot.
    case whole(Int)
    /// It waits for the call that has the interpreter.
    case shared
}
