public import MoonwireValues

/// Asynchronous entries: scripts that may call ``HostFunction/async(_:_:)`` functions.
///
/// Each runs on the interpreter's own thread, and is suspended while it awaits something. It has one budget, which does not
/// run meanwhile. When its task is cancelled, what it awaits fails, what the script left open is closed, and it throws
/// `CancellationError`, whatever the script does; one that just computes gets a hundred thousand instructions to end.
extension Interpreter {
    /// Runs a text as a chunk; messages show its name as it is given.
    public func runAsync(_ text: String, name: String) async throws {
        try await perform(Self.loading(text, name)) { _ in }
    }

    /// Runs a text as a chunk and reads its first result.
    ///
    ///     let page = try await lua.evaluateAsync("return fetch('…')", name: "page.lua", as: String.self)
    public func evaluateAsync<R: Convertible & Sendable>(
        _ text: String, name: String, as: R.Type = R.self
    ) async throws -> R {
        try await perform(Self.loading(text, name)) { stack in
            do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                throw stack.badResult(of: .chunk(name), error)
            }
        }
    }

    private static func loading(_ text: String, _ name: String) -> @Sendable (LuaStack) throws -> Int {
        { stack in
            try stack.load(text, name: name)
            return 0
        }
    }
}

extension LuaFunction {
    /// Calls the function, which may await, and reads its first result.
    public func callAsync<each A: Convertible & Sendable, R: Convertible & Sendable>(
        _ arguments: repeat each A, as: R.Type = R.self
    ) async throws -> R {
        try await interpreter.perform(calling(repeat each arguments)) { stack in
            do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                throw self.misfit(error, on: Unmanaged.passUnretained(stack))
            }
        }
    }

    /// Calls the function, which may await, for what it does.
    public func callAsync<each A: Convertible & Sendable>(_ arguments: repeat each A) async throws {
        try await interpreter.perform(calling(repeat each arguments)) { _ in }
    }

    private func calling<each A: Convertible & Sendable>(
        _ arguments: repeat each A
    ) -> @Sendable (LuaStack) throws -> Int {
        { stack in
            self.push(on: stack)
            return try stack.write(arguments: repeat each arguments)
        }
    }
}

extension LuaStack {
    /// Pushes the arguments, and answers how many there are.
    func write<each A: Convertible>(arguments: repeat each A) throws -> Int {
        var count = 0
        for argument in repeat each arguments {
            try argument.write(to: ValueWriter(self, slot: 0))
            count += 1
        }
        return count
    }
}
