internal import CLuaShim
public import MoonwireValues

/// One call of a host function; valid during the call only.
public struct LuaCall {
    public let stack: LuaStack
    /// How many arguments the script gave; they lie at the positions from one on.
    public let count: Int

    /// The argument with that index, counted from zero; nil when the script left it out.
    public func argument(_ index: Int) -> ValueReader? {
        index < count ? ValueReader(stack, position: index + 1) : nil
    }

    /// The number that was bound with the function when it was pushed.
    public var payload: Int { Int(mw_payload(stack.thread)) }

    /// The call as a typed Swift function takes it.
    @inlinable public var typed: Call {
        values(from: 0)
    }

    /// The call without the arguments in front.
    @inlinable package func values(from index: Int) -> Call {
        let arguments = LuaStack.arguments(from: index + 1, through: count)
        return Call(source: stack, arguments: arguments, result: ValueWriter(stack, slot: LuaStack.roomy))
    }

    /// The stack position of an argument, counted from zero; zero when it was left out.
    @inlinable package func position(_ index: Int) -> Int { index < count ? index + 1 : 0 }

    /// Runs code of the application while other threads may enter the interpreter.
    @inlinable public func runUserCode<T>(_ body: () throws -> T) rethrows -> T {
        try stack.runUserCode(body)
    }

    /// Has a text run in place of this function, whose results are those of the text. With a key, the first one is kept for later.
    public func load(text: String, name: String, cacheAs key: String?) throws -> LuaReturn {
        LuaReturn(code: try stack.pushChunk(text, name: name, cacheAs: key))
    }

    /// The script line that called this function.
    public var callSite: ScriptLocation? { stack.callSite()?.location }

    /// The script lines that led here, nearest first.
    public func callSites(limit: Int) -> [CallSite] { stack.callSites(limit: limit) }

    /// The names of the chunks that are being run on this stack, outermost first.
    public var activeChunks: [String] { stack.activeChunks() }
}

/// A script line that is in the middle of a call.
public struct CallSite: Sendable, Hashable {
    public let location: ScriptLocation
    /// Whether the line is in the chunk itself, not in a function of it.
    public let isMainChunk: Bool

    public init(location: ScriptLocation, isMainChunk: Bool) {
        self.location = location
        self.isMainChunk = isMainChunk
    }
}
