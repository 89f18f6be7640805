public import MoonwireValues

extension Interpreter {
    /// Runs scripts that can call asynchronous Swift functions.
    ///
    /// Each call is an asynchronous entry: it runs on the interpreter's own thread, and is suspended while a function that
    /// ``HostFunction/async(_:_:)-(_,(A)->R)`` makes runs. It has one budget, which is not used during that time. When its task is
    /// cancelled, the function it awaits fails, what the script left open is closed, and the call throws `CancellationError`,
    /// whatever the script does. A script that only computes gets one hundred thousand instructions to end.
    ///
    ///     let page = try await lua.asynchronous.evaluate("return fetch('…')", name: "page.lua", as: String.self)
    public var asynchronous: Asynchronous { Asynchronous(interpreter: self) }

    /// The asynchronous view of an interpreter; see ``Interpreter/asynchronous``.
    public struct Asynchronous: Sendable {
        let interpreter: Interpreter

        /// Runs source code as a chunk.
        ///
        /// - Parameters:
        ///   - source: The source code of the chunk.
        ///   - name: The name of the chunk in messages, such as a path.
        /// - Throws: ``LuaError``, the error of a Swift function that the script does not catch, or `CancellationError`.
        public func run(_ source: String, name: String) async throws {
            try await interpreter.perform(Self.loading(source, name)) { _ in }
        }

        /// Runs source code as a chunk and reads its first result.
        ///
        /// - Parameters:
        ///   - source: The source code of the chunk.
        ///   - name: The name of the chunk in messages, such as a path.
        ///   - type: The type of the result.
        /// - Returns: The first value that the chunk returns.
        /// - Throws: ``LuaError``, the error of a Swift function that the script does not catch, or `CancellationError`.
        public func evaluate<R: Convertible & Sendable>(
            _ source: String, name: String, as type: R.Type = R.self
        ) async throws -> R {
            try await interpreter.perform(Self.loading(source, name)) { stack in
                do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                    throw stack.badResult(of: .chunk(name), error)
                }
            }
        }

        private static func loading(_ source: String, _ name: String) -> @Sendable (LuaStack) throws -> Int {
            { stack in
                try stack.load(source, name: name)
                return 0
            }
        }
    }
}
