public import MoonwireValues

/// The values that a function of a script yields, as an asynchronous sequence.
///
///     for try await line in reader.sequence("log.txt", of: String.self) { print(line) }
///
/// Each resume is an asynchronous entry with its own budget. The sequence ends when the function returns, and throws what it raises.
/// When the task is cancelled, the variables that the function has left open are closed. An iterator releases its coroutine when it is
/// released.
public struct LuaSequence<Element: Convertible & Sendable>: AsyncSequence, Sendable {
    /// Creates the coroutine; nil when it has finished.
    private let start: @Sendable () async throws -> LuaCoroutine?
    private let arguments: @Sendable (LuaCoroutine, LuaStack) throws -> Int

    init(
        start: @escaping @Sendable () async throws -> LuaCoroutine?,
        arguments: @escaping @Sendable (LuaCoroutine, LuaStack) throws -> Int
    ) {
        self.start = start
        self.arguments = arguments
    }

    /// Returns an iterator, which runs the function from its beginning.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Resumes the function for each element.
    public struct Iterator: AsyncIteratorProtocol {
        private var sequence: LuaSequence?
        private var coroutine: LuaCoroutine?

        init(_ sequence: LuaSequence) {
            self.sequence = sequence
        }

        /// Resumes the function until it yields.
        ///
        /// - Returns: The value; nil when the function has returned.
        /// - Throws: ``LuaError``, the error of a Swift function that the script does not catch, or `CancellationError`.
        public mutating func next() async throws -> Element? {
            guard let sequence else { return nil }
            do {
                if let element = try await element(sequence) { return element }
                self.sequence = nil
                return nil
            } catch {
                self.sequence = nil
                await coroutine?.closeQuietly()
                throw error
            }
        }

        private mutating func element(_ sequence: LuaSequence) async throws -> Element? {
            if let coroutine { return try await coroutine.advance(nil, Element.self) }
            coroutine = try await sequence.start()
            return try await coroutine?.advance(sequence.arguments, Element.self)
        }
    }
}

extension LuaCoroutine {
    /// Returns the values that the coroutine yields from now on.
    ///
    /// - Parameter type: The type of the values.
    /// - Returns: The sequence.
    public func sequence<Element: Convertible & Sendable>(of type: Element.Type = Element.self) -> LuaSequence<Element>
    {
        LuaSequence(
            start: { try await self.unlessFinished() }, arguments: { coroutine, stack in try coroutine.prepare(stack) })
    }

    private func unlessFinished() async throws -> LuaCoroutine? {
        try await interpreter.thread.run { try self.status == .finished ? nil : self }
    }

    fileprivate func advance<R: Convertible & Sendable>(
        _ arguments: (@Sendable (LuaCoroutine, LuaStack) throws -> Int)?, _ type: R.Type
    ) async throws -> R? {
        try await interpreter.perform { stack in
            try arguments.map { try $0(self, stack) } ?? self.prepare(stack)
        } _: { stack in
            try self.yielded(stack) as R?
        }
    }

    /// Closes the coroutine, also in a cancelled task.
    ///
    /// An error of closing is ignored, because the first one is known.
    fileprivate func closeQuietly() async {
        await interpreter.thread.run { try? self.close() }
    }
}

extension LuaFunction {
    /// Returns the values that the function yields.
    ///
    /// Each iteration calls it again.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - type: The type of the values.
    /// - Returns: The sequence.
    public func sequence<each A: Convertible & Sendable, Element: Convertible & Sendable>(
        _ arguments: repeat each A, of type: Element.Type = Element.self
    ) -> LuaSequence<Element> {
        LuaSequence(
            start: { try await self.interpreter.thread.run { try LuaCoroutine(self) } },
            arguments: { coroutine, stack in try coroutine.prepare(stack, repeat each arguments) }
        )
    }
}
