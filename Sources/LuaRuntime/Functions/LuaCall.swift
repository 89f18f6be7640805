internal import CLuaShim
public import MoonwireValues

/// One call of a host function, which is valid during the call only.
///
///     let count = HostFunction(name: "count") { call in
///         try call.push(call.count)
///         return .values(1)
///     }
public struct LuaCall {
    @usableFromInline package let stack: LuaStack
    /// The number of arguments that the script passed.
    public let count: Int

    init(stack: LuaStack, count: Int) {
        self.stack = stack
        self.count = count
    }

    /// Returns an argument.
    ///
    /// - Parameter index: The index of the argument, counted from zero.
    /// - Returns: The argument; nil if the script left it out.
    public func argument(_ index: Int) -> ValueReader? {
        index < count ? ValueReader(stack, position: index + 1) : nil
    }

    /// Pushes a value, as one of the results that ``LuaReturn/values(_:)`` or ``LuaReturn/yield(_:)`` returns.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``ConversionError`` when the value cannot be converted.
    public func push(_ value: some Convertible) throws { try value.write(to: stack.writer) }

    /// Runs code of the application while other threads may enter the interpreter.
    ///
    /// - Parameter body: The code, which must not use the call.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    @inlinable public func runUserCode<T>(_ body: () throws -> T) rethrows -> T {
        try stack.runUserCode(body)
    }

    /// Runs a chunk in place of this function: return the result from the host function.
    ///
    /// - Parameters:
    ///   - source: The source code of the chunk.
    ///   - name: The name of the chunk in messages, such as a path.
    ///   - cacheKey: A key under which the first result is kept, or nil.
    /// - Returns: A value that makes the results of the chunk those of the function.
    /// - Throws: ``LuaError`` when the source is longer than the limit.
    public func load(_ source: String, name: String, cacheKey: String? = nil) throws -> LuaReturn {
        LuaReturn(code: try stack.pushChunk(source, name: name, cacheKey: cacheKey))
    }

    /// The line of the script that called this function.
    public var callSite: ScriptLocation? { stack.callSite()?.location }
}

extension LuaCall {
    /// The number that was bound with the function when it was pushed.
    package var payload: Int { Int(mw_payload(stack.thread)) }

    /// The call as typed Swift functions use it.
    @inlinable package var typed: Call {
        values(from: 0)
    }

    /// The call without its first arguments.
    @inlinable package func values(from index: Int) -> Call {
        let arguments = LuaStack.arguments(from: index + 1, through: count)
        return Call(source: stack, arguments: arguments, result: stack.reservedWriter)
    }

    /// The stack position of an argument, counted from zero; zero when it was left out.
    @inlinable package func position(_ index: Int) -> Int { index < count ? index + 1 : 0 }

    /// The lines of scripts that led here, nearest first.
    package func callSites(limit: Int) -> [LuaCallSite] { stack.callSites(limit: limit) }

    /// The names of the chunks that run on this stack, outermost first.
    package var activeChunks: [String] { stack.activeChunks() }
}
