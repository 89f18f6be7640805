public import MoonwireValues

/// What a script's function yields, one after another, each when it is asked for.
///
/// Each resume is an asynchronous entry of its own, with its own budget. The sequence ends when the function returns, and
/// throws what it raises. When the task is cancelled, what the function has left open is closed. An iterator that is dropped
/// lets go of its coroutine.
///
///     for try await line in reader.sequence("log.txt", of: String.self) { print(line) }
public struct LuaSequence<Element: Convertible & Sendable>: AsyncSequence, Sendable {
    /// Makes the coroutine; nil when there is nothing to come.
    private let start: @Sendable () async throws -> LuaCoroutine?
    private let arguments: @Sendable (LuaCoroutine, LuaStack) throws -> Int

    init(
        start: @escaping @Sendable () async throws -> LuaCoroutine?,
        arguments: @escaping @Sendable (LuaCoroutine, LuaStack) throws -> Int
    ) {
        self.start = start
        self.arguments = arguments
    }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    public struct Iterator: AsyncIteratorProtocol {
        private var sequence: LuaSequence?
        private var coroutine: LuaCoroutine?

        init(_ sequence: LuaSequence) {
            self.sequence = sequence
        }

        /// Lets the function go on until it yields; nil when it has returned.
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
            if let coroutine { return try await coroutine.go(nil, Element.self) }
            coroutine = try await sequence.start()
            return try await coroutine?.go(sequence.arguments, Element.self)
        }
    }
}

extension LuaCoroutine {
    /// What the coroutine yields from where it is; it takes no arguments.
    public func sequence<Element: Convertible & Sendable>(of: Element.Type = Element.self) -> LuaSequence<Element> {
        LuaSequence(
            start: { try await self.unlessFinished() }, arguments: { coroutine, stack in try coroutine.prepare(stack) })
    }

    private func unlessFinished() async throws -> LuaCoroutine? {
        try await interpreter.thread.run { try self.status == .finished ? nil : self }
    }

    fileprivate func go<R: Convertible & Sendable>(
        _ arguments: (@Sendable (LuaCoroutine, LuaStack) throws -> Int)?, _ type: R.Type
    ) async throws -> R? {
        try await interpreter.perform { stack in
            try arguments.map { try $0(self, stack) } ?? self.prepare(stack)
        } _: { stack in
            try self.yielded(stack) as R?
        }
    }

    /// Closes what is open, also in a task that is cancelled; what the error was is known already.
    fileprivate func closeQuietly() async {
        await interpreter.thread.run { try? self.close() }
    }
}

extension LuaFunction {
    /// What the function yields when it is called with the arguments; each iteration calls it anew.
    public func sequence<each A: Convertible & Sendable, Element: Convertible & Sendable>(
        _ arguments: repeat each A, of: Element.Type = Element.self
    ) -> LuaSequence<Element> {
        LuaSequence(
            start: { try await self.interpreter.thread.run { try LuaCoroutine(self) } },
            arguments: { coroutine, stack in try coroutine.prepare(stack, repeat each arguments) }
        )
    }
}
