internal import CLuaShim
public import MoonwireValues

// @unchecked: the gate of `state` guards every stored variable; all of them are used between enter and leave.
/// A Lua interpreter that bounds what its scripts can use, and that any thread can enter.
///
///     let lua = try Interpreter()
///     let answer = try lua.evaluate("return 6 * 7", name: "answer.lua", as: Int.self)
///
/// One thread runs Lua at a time. While a script calls a Swift function, other threads may enter.
public final class Interpreter: @unchecked Sendable {
    @usableFromInline let state: OpaquePointer
    /// The injected faults, kept while an allocation can fail.
    private let faults = FaultPlan.forNewInterpreter()
    /// The functions that scripts find.
    public let profile: Profile
    /// What the scripts of each entry can use.
    public let limits: Limits
    let output: @Sendable (LuaOutput) -> Void
    /// Guarded by the gate of `state`, like all variables.
    var registry = ClassRegistry()
    var chunks = ChunkSources()
    /// Where the interpreter keeps values that it needs again.
    @exclusivity(unchecked) var kept = KeptSlots()
    /// Identifies the interpreters that run copies of the same functions; zero for one alone, and set before any script runs.
    var family: UInt64 = 0
    /// The functions that other interpreters run as well; set before any script runs.
    var parallel: ParallelFunctions?
    /// Counts the calls of functions; nil if nobody measures them.
    var metrics: FunctionMetrics?
    /// Runs asynchronous entries; it starts with the first one.
    let thread = LuaThread()

    /// Creates an interpreter whose scripts find the functions of a profile.
    ///
    /// - Parameters:
    ///   - profile: The functions that scripts find.
    ///   - limits: What the scripts of each entry can use.
    ///   - output: Receives what scripts print and warn, while other threads may enter the interpreter.
    /// - Throws: ``LuaError`` with the code ``LuaError/Code/memory`` when the memory limit is too low for the libraries.
    public init(
        profile: Profile = .configuration,
        limits: Limits = Limits(),
        output: @escaping @Sendable (LuaOutput) -> Void = LuaOutput.show
    ) throws {
        var shimProfile = profile.shimProfile
        var shimLimits = limits.shimLimits
        guard let state = mw_open(Interpreter.host, &shimProfile, &shimLimits, faults?.handle) else {
            throw LuaError(.memory, "the libraries could not be opened")
        }
        self.state = state
        self.profile = profile
        self.limits = limits
        self.output = output
        try withStack { stack in try defineOwnClasses(stack) }
        FaultPlan.current?.adopt(self)
    }

    deinit { close() }

    /// The number of bytes that the interpreter holds.
    public var memoryInUse: Int { mw_memory_in_use(state) }

    /// The largest number of bytes that the interpreter has held at once.
    public var peakMemory: Int { mw_peak_memory(state) }

    /// Frees the memory that scripts no longer use.
    ///
    /// Objects that no script holds are released before this method returns.
    public func collect() {
        try? withStack { stack in mw_collect(stack.entry) }
    }

    /// Stops scripts from keeping objects alive between calls.
    ///
    /// Functions that Swift keeps still work. Call this method when the interpreter is no longer needed: a function that is stored
    /// in an object that a script holds would otherwise keep both alive forever.
    public func retire() {
        // Entering fails only if the thread's stack is used up; then the next call that ends releases the objects.
        if mw_retire(state) { collect() }
    }

    /// Makes scripts refer weakly to an object that they keep, so that they have it only while others keep it.
    ///
    /// Nothing changes while a function runs, which may use the object.
    package func makeWeak(_ object: AnyObject) {
        // Entering fails only if the thread's stack is used up.
        try? withStack { try $0.makeWeak(object) }
    }

    /// Runs source code as a chunk.
    ///
    /// - Parameters:
    ///   - source: The source code of the chunk.
    ///   - name: The name of the chunk in messages, such as a path.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func run(_ source: String, name: String) throws {
        try withStack { stack in
            try stack.load(source, name: name)
            try stack.run(arguments: 0)
        }
    }

    /// Runs source code as a chunk and reads its first result.
    ///
    /// - Parameters:
    ///   - source: The source code of the chunk.
    ///   - name: The name of the chunk in messages, such as a path.
    ///   - type: The type of the result.
    /// - Returns: The first value that the chunk returns.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func evaluate<R: Convertible>(_ source: String, name: String, as type: R.Type = R.self) throws -> R {
        try withStack { stack in
            try stack.load(source, name: name)
            try stack.run(arguments: 0)
            do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                throw stack.badResult(of: .chunk(name), error)
            }
        }
    }
}
