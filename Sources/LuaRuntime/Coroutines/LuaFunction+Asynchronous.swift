public import MoonwireValues

extension LuaFunction {
    /// Calls the function in asynchronous entries, so that it can call asynchronous Swift functions.
    ///
    ///     let page = try await handler.asynchronous.call("/index", as: String.self)
    ///
    /// See ``Interpreter/asynchronous``.
    public var asynchronous: Asynchronous { Asynchronous(function: self) }

    /// The asynchronous view of a function; see ``LuaFunction/asynchronous``.
    public struct Asynchronous: Sendable {
        let function: LuaFunction

        /// Calls the function and reads its first result.
        ///
        /// - Parameters:
        ///   - arguments: The arguments.
        ///   - type: The type of the result.
        /// - Returns: The first value that the function returns.
        /// - Throws: ``LuaError``, the error of a Swift function that the script does not catch, or `CancellationError`.
        public func call<each A: Convertible & Sendable, R: Convertible & Sendable>(
            _ arguments: repeat each A, as type: R.Type = R.self
        ) async throws -> R {
            let function = function
            return try await function.interpreter.perform(calling(repeat each arguments)) { stack in
                do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                    throw function.conversionError(error, on: Unmanaged.passUnretained(stack))
                }
            }
        }

        /// Calls the function and ignores its results.
        ///
        /// - Parameter arguments: The arguments.
        /// - Throws: ``LuaError``, the error of a Swift function that the script does not catch, or `CancellationError`.
        public func call<each A: Convertible & Sendable>(_ arguments: repeat each A) async throws {
            try await function.interpreter.perform(calling(repeat each arguments)) { _ in }
        }

        private func calling<each A: Convertible & Sendable>(
            _ arguments: repeat each A
        ) -> @Sendable (LuaStack) throws -> Int {
            let function = function
            return { stack in
                function.push(on: stack)
                return try stack.write(arguments: repeat each arguments)
            }
        }
    }
}
