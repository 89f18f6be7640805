internal import CLuaShim
public import MoonwireValues

/// A Lua interpreter whose scripts are bounded, and which any thread may enter.
///
///     let lua = try Interpreter()
///     let answer = try lua.evaluate("return 6 * 7", name: "answer.lua", as: Int.self)
// @unchecked: the gate of `state` guards every stored variable; all of them are touched between enter and leave.
public final class Interpreter: @unchecked Sendable {
    @usableFromInline let state: OpaquePointer
    /// What fails on purpose, as long as there is something for it to fail in.
    private let faults = FaultPlan.forNewInterpreter()
    /// What scripts find.
    public let profile: Profile
    public let limits: Limits
    let output: @Sendable (LuaOutput) -> Void
    var classes: [ObjectIdentifier: ClassSlot] = [:]
    var lastClass: (type: ObjectIdentifier, slot: ClassSlot)?
    var holderClass: Int32 = 0
    var errorClass: Int32 = 0
    /// An `Adapter` for each protocol that tables may stand for.
    var adapters: [ObjectIdentifier: any Sendable] = [:]
    var chunks = Chunks()
    /// Where asynchronous entries run; it starts with the first one.
    let thread = LuaThread()
    /// Where the value is kept that stands for nothing; zero until it is needed.
    var nullSlot: Int32 = 0

    /// Makes an interpreter whose scripts find what the profile has.
    ///
    /// - Parameter output: receives what scripts print and warn of, while the interpreter is free for others.
    /// - Throws: ``LuaError`` of the code ``LuaError/Code/memory`` when the limit has no room for the libraries.
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

    /// Bytes that the interpreter holds now.
    public var memoryInUse: Int { mw_memory_in_use(state) }

    /// The most bytes that it ever held at once.
    public var peakMemory: Int { mw_peak_memory(state) }

    /// Frees what scripts no longer reach; objects are released before it returns.
    public func collect() {
        try? withStack { stack in mw_collect(stack.entry) }
    }

    /// Ends what scripts keep: from now on they hold an object only while a call is under way, or others hold it.
    ///
    /// Functions that Swift keeps still work. Use it when the interpreter itself is not needed any more: a function in an
    /// object that a script holds would keep both alive for good.
    public func retire() {
        // Entering fails only where the stack of the thread is used up; then the next call that ends lets go.
        if mw_retire(state) { collect() }
    }

    /// Runs a text as a chunk; messages show its name as it is given.
    public func run(_ text: String, name: String) throws {
        try withStack { stack in
            try stack.load(text, name: name)
            try stack.run(arguments: 0)
        }
    }

    /// Runs a text as a chunk and reads its first result.
    public func evaluate<R: Convertible>(_ text: String, name: String, as: R.Type = R.self) throws -> R {
        try withStack { stack in
            try stack.load(text, name: name)
            try stack.run(arguments: 0)
            do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                throw stack.badResult(of: .chunk(name), error)
            }
        }
    }
}
