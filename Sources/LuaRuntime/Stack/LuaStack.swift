public import CLuaShim
internal import MoonwireValues

/// The values of one entry into the interpreter: arguments and results, read and written in place.
///
/// A position is a stack index from one on. Writes push on top and ignore their slot. Valid during the entry only.
public final class LuaStack {
    /// The interpreter, which owns its stacks and so outlives each.
    private let owner: Unmanaged<Interpreter>

    var interpreter: Interpreter { owner.takeUnretainedValue() }

    @usableFromInline let entry: OpaquePointer
    /// The thread that runs now: the entry's own, or a coroutine of the script. Each access is a single load or store.
    @usableFromInline @exclusivity(unchecked) var thread: OpaquePointer
    /// What calls out of the interpreter and back in go through.
    @usableFromInline let passage: UnsafeMutablePointer<mw_boundary>
    /// Where the entry was when it ran out of a limit.
    var lastWords: [LuaFrame]?
    /// The frames of the threads that the last error came through, of which nothing else is left.
    var unwound: [LuaFrame] = []
    /// The file of the last call site, so that asking again makes no new text.
    var lastFile: (bytes: UnsafePointer<CChar>, name: String, file: FileNumber)?

    /// What a host function that was called awaits, and what has come of it.
    var awaiting: AwaitedOperation?
    var answer: AwaitedAnswer?

    /// What is to be done when the entry is left, if anything.
    private var ending: EntryEnding?
    /// Whether there is anything, which each entry asks by a single load.
    @usableFromInline @exclusivity(unchecked) private(set) var hasEnding = false

    let limits: ValueLimits
    /// Asked for each text, and there at once.
    let knowsShortTexts = ShortText.isKnown
    var conversion = ConversionProgress()

    init(interpreter: Interpreter, entry: OpaquePointer) {
        owner = Unmanaged.passUnretained(interpreter)
        limits = interpreter.limits.value
        self.entry = entry
        self.thread = mw_entry_thread(entry)
        self.passage = mw_entry_boundary(entry)
    }

    /// Asks the interpreter without counting one more owner.
    @inline(__always) func withInterpreter<R>(_ body: (Interpreter) -> R) -> R { owner._withUnsafeGuaranteedRef(body) }

    /// Keeps an object that scripts know weakly alive until the entry is left.
    package func lend(_ object: AnyObject) { madeEnding().lent.append(object) }

    /// Takes the object on top from scripts when the entry is left.
    func lendTop() {
        mw_lend_object(thread)
        hasEnding = true
    }

    /// Counts what scripts say until the entry is left.
    func meter() -> OutputMeter {
        let ending = madeEnding()
        let meter = ending.meter ?? OutputMeter(interpreter.limits, interpreter.output)
        ending.meter = meter
        return meter
    }

    /// Hands over what is to be done outside, and takes back what was lent for a call.
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

    /// Pushes a text as a function.
    func load(_ text: String, name: String) throws {
        try check(text, name: name)
        interpreter.chunks.remember(name, text)
        var text = text
        let status = text.withUTF8 { mw_load(thread, $0.baseAddress, $0.count, "@" + name) }
        switch Int(status) {
        case MW_OK: return
        case MW_SYNTAX: throw syntaxError()
        default: throw failure(Int32(MW_NO_MEMORY))
        }
    }

    /// Calls the function under the arguments; its results are then all that is on the stack.
    @inlinable func run(arguments: Int) throws {
        let status = mw_run(entry, Int32(truncatingIfNeeded: arguments))
        if status != MW_OK { throw failure(status) }
    }

    /// Lays out what the shim needs to run a text in place of the running function.
    func pushChunk(_ text: String, name: String, cacheAs key: String?) throws -> Int32 {
        try check(text, name: name)
        interpreter.chunks.remember(name, text)
        if let key { push(key) } else { pushNil() }
        push("@" + name)
        push(text)
        return Int32(MW_LOAD)
    }

    func push(_ text: String) {
        var text = text
        text.withUTF8 { mw_push_string(thread, $0.baseAddress, $0.count) }
    }

    private func check(_ text: String, name: String) throws {
        let limit = interpreter.limits.source
        guard text.utf8.count > limit else { return }
        throw LuaError(
            .syntax, "the chunk is too long: \(text.utf8.count) bytes, but the limit is \(limit)",
            location: ScriptLocation(file: name, line: 1))
    }

    /// Makes room, which a function has for twenty values to begin with.
    @inline(__always) func reserve(_ slots: Int32) throws {
        guard mw_reserve(thread, slots) else { throw LuaStack.isFull }
    }

    @usableFromInline static let isFull = LuaError(.runtime, "too many values on the stack")
}

/// What is to be done when an entry was left.
final class EntryEnding {
    var lent: [AnyObject] = []
    var meter: OutputMeter?
}
