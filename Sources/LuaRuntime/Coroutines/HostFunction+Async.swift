internal import CLuaShim
public import MoonwireValues

extension HostFunction {
    /// Creates an asynchronous function, which scripts can call in asynchronous entries.
    ///
    ///     let fetch = HostFunction.async("fetch") { (url: String) in try await session.text(from: url) }
    ///     try lua.setGlobal("fetch", to: fetch)
    ///     let page = try await lua.asynchronous.evaluate("return fetch('…')", name: "page.lua", as: String.self)
    ///
    /// Scripts call it like any other function. While it runs, in the task that entered, its entry is suspended, and other threads may
    /// enter the interpreter. When that task is cancelled, the call fails with a `CancellationError`. A call outside of an asynchronous
    /// entry, or inside a library function such as `table.sort`, is a ``LuaError``.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    /// - Returns: The function.
    public static func async<each A: Convertible & Sendable, R: Convertible & Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (repeat each A) async throws -> R
    ) -> HostFunction {
        HostFunction(name: name) { call in
            try begin(call, name) { stack, progress in
                let arguments = (repeat try next((each A).self, stack, &progress))
                return {
                    let result = try await body(repeat each arguments)
                    return { stack in
                        do { try result.write(to: stack.writer) } catch {
                            throw stack.badResult(of: name, error)
                        }
                        return 1
                    }
                }
            }
        }
    }

    /// Creates an asynchronous function without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    /// - Returns: The function.
    public static func async<each A: Convertible & Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (repeat each A) async throws -> Void
    ) -> HostFunction {
        HostFunction(name: name) { call in
            try begin(call, name) { stack, progress in
                let arguments = (repeat try next((each A).self, stack, &progress))
                return {
                    try await body(repeat each arguments)
                    return { _ in 0 }
                }
            }
        }
    }

    private static func begin(
        _ call: LuaCall, _ name: String,
        _ read: (LuaStack, inout Progress) throws -> AwaitedOperation
    ) throws -> LuaReturn {
        try call.stack.expectToAwait(name)
        var progress = Progress()
        do {
            call.stack.awaiting.operation = try read(call.stack, &progress)
        } catch {
            call.stack.endUserCode()
            throw call.stack.badArgument(progress.position, count: call.count, error)
        }
        return LuaReturn(code: Int32(MW_AWAIT))
    }
}
