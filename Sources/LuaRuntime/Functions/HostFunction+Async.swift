internal import CLuaShim
public import MoonwireValues

extension HostFunction {
    /// An asynchronous Swift function, for scripts that run in an asynchronous entry.
    ///
    /// To the script it is a function like any other. While it runs, in the task that entered, its entry is suspended: the
    /// interpreter is free for others. When that task is cancelled, the call fails with a `CancellationError`.
    ///
    ///     let fetch = HostFunction.async("fetch") { (url: String) in try await session.text(from: url) }
    ///     try lua.setGlobal("fetch", function: fetch)
    ///     let page = try await lua.evaluateAsync("return fetch('…')", name: "page.lua", as: String.self)
    ///
    /// A call outside of an asynchronous entry, or from within a library function such as `table.sort`, is a ``LuaError``.
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
                        do { try result.write(to: ValueWriter(stack, slot: 0)) } catch {
                            throw stack.badResult(of: name, error)
                        }
                        return 1
                    }
                }
            }
        }
    }

    /// An asynchronous Swift function without a result.
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
            call.stack.awaiting = try read(call.stack, &progress)
        } catch {
            call.stack.endUserCode()
            throw call.stack.badArgument(progress.position, count: call.count, error)
        }
        return LuaReturn(code: Int32(MW_AWAIT))
    }
}
