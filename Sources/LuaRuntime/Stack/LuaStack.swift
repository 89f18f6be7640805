public import CLuaShim
internal import MoonwireValues

/// The values of one entry into the interpreter: arguments and results, read and written in place.
///
/// A position is a stack index from one on. Writes push. Valid during the entry only.
@usableFromInline package final class LuaStack {
    /// The interpreter, which owns its stacks and so outlives each.
    let owner: Unmanaged<Interpreter>

    var interpreter: Interpreter { owner.takeUnretainedValue() }

    @usableFromInline let entry: OpaquePointer
    /// The thread that runs now: the entry's own, or a coroutine of the script.
    ///
    /// Each access is a single load or store.
    @usableFromInline @exclusivity(unchecked) var thread: OpaquePointer
    /// What calls out of the interpreter and back use.
    @usableFromInline let boundary: UnsafeMutablePointer<mw_boundary>
    /// The frames of the last failure, which no longer exist.
    var failedFrames = FailedFrames()
    /// The file of the last call site, so that finding it again creates no string.
    var lastFile: (bytes: UnsafePointer<CChar>, name: String, file: FileNumber)?
    /// What an asynchronous host function awaits.
    var awaiting = AwaitingState()
    /// What is to be done when the entry is left, if anything.
    private var ending: EntryEnding?
    /// Whether there is anything, so that each entry needs a single load to know.
    @usableFromInline @exclusivity(unchecked) private(set) var hasEnding = false
    /// How the call of a parallel function has its interpreter.
    @exclusivity(unchecked) var lease = ParallelLease.inner
    /// The measurement of the call, if its function is measured.
    @exclusivity(unchecked) var measurement: FunctionMeasurement?
    let limits: Interpreter.ValueLimits
    /// A copy of a static constant, which each string needs.
    let knowsShortStrings = ShortString.isKnown
    var conversion = ConversionProgress()

    init(interpreter: Interpreter, entry: OpaquePointer) {
        owner = Unmanaged.passUnretained(interpreter)
        limits = interpreter.limits.value
        self.entry = entry
        self.thread = mw_entry_thread(entry)
        self.boundary = mw_entry_boundary(entry)
    }

    /// Uses the interpreter without retaining it.
    @inline(__always) func withInterpreter<R>(_ body: (Interpreter) throws -> R) rethrows -> R {
        try owner._withUnsafeGuaranteedRef(body)
    }

    /// Keeps an object that scripts hold weakly alive until the entry is left.
    package func lend(_ object: AnyObject) { madeEnding().lent.append(object) }

    /// Takes the object on top from scripts when the entry is left.
    func lendTop() {
        mw_lend_object(thread)
        hasEnding = true
    }

    /// Counts the output of scripts until the entry is left.
    func meter() -> OutputMeter {
        let ending = madeEnding()
        let meter = ending.meter ?? OutputMeter(interpreter.limits, interpreter.output)
        ending.meter = meter
        return meter
    }

    /// Ends the loans of the entry, and returns what is to be done outside.
    func takeEnding() -> EntryEnding? {
        defer { (ending, hasEnding) = (nil, false) }
        mw_end_loans(entry)
        return ending
    }

    private func madeEnding() -> EntryEnding {
        let made = ending ?? EntryEnding()
        (ending, hasEnding) = (made, true)
        return made
    }

    /// Calls the function under the arguments; its results are then all that is on the stack.
    @inlinable func run(arguments: Int) throws {
        let status = mw_run(entry, Int32(truncatingIfNeeded: arguments))
        if status != MW_OK { throw failure(status) }
    }

    func push(_ string: String) {
        var string = string
        string.withUTF8 { mw_push_string(thread, $0.baseAddress, $0.count) }
    }

    /// Makes room, of which a function has twenty slots to begin with.
    @inline(__always) func reserve(_ slots: Int32) throws {
        guard mw_reserve(thread, slots) else { throw LuaStack.isFull }
    }

    @usableFromInline static let isFull = LuaError(.runtime, "too many values on the stack")
}

/// Frames that were read before they were removed.
struct FailedFrames {
    /// The frames of the entry when it exceeded a limit.
    var ended: [LuaFrame]?
    /// The frames of the threads that the last error passed.
    var unwound: [LuaFrame] = []
}

/// What is to be done after an entry was left.
final class EntryEnding {
    var lent: [AnyObject] = []
    var meter: OutputMeter?
}
