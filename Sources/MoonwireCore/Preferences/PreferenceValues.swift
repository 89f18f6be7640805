import MoonwireSupport
public import MoonwireValues

/// The value of a preference for one listener: the current one, and then the newest after each change.
///
/// ```swift
/// for try await volume in try container.preferences.watch("Settings.volume", as: Int.self) {
///     player.volume = volume             // 5, then 7 after it was set to 6 and to 7
/// }
/// ```
///
/// A slow listener gets the newest value alone, so that nothing accumulates or is lost. A stored value that is not valid counts
/// as the default. The sequence ends when the container is shut down or released, and when its task is cancelled; it throws
/// ``ContainerError`` if a reload removes the preference or changes its type. It does not keep the container.
public struct PreferenceValues<Value: Convertible & Sendable>: AsyncSequence, Sendable {
    fileprivate struct Source {
        let name: String
        let container: CurrentGeneration
        let signals: Subscription<Void>
    }

    private let source: Result<Source, any Error>

    init(of name: String, in generation: Generation) {
        // From here on no change is missed; the value is read later.
        let signals = generation.context.preferences.changeSignals()
        source = .success(Source(name: name, container: generation.context.current, signals: signals))
    }

    /// A sequence whose first iteration throws.
    init(failure: any Error) {
        source = .failure(failure)
    }

    /// Returns an iterator that begins with the current value.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// An iterator that ends with the container, and when its task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: Result<Source, any Error>
        private var last: PlainValue?

        fileprivate init(source: Result<Source, any Error>) {
            self.source = source
        }

        /// Waits for a value that differs from the last one; returns nil after the container or the task has ended.
        public mutating func next() async throws -> Value? {
            let source = try source.get()
            while !Task.isCancelled {
                if last != nil, await source.signals.mailbox.next() == nil { return nil }
                guard let generation = source.container.lease() else { return nil }
                defer { generation.endLease() }
                guard let plain = try read(source.name, in: generation) else { continue }
                if let last, last.isSame(as: plain) { continue }
                let value = try generation.watched(source.name, plain, as: Value.self)
                last = plain
                return value
            }
            return nil
        }

        /// Nil if the store, which has been read before, cannot be read now: that is reported, and is no change.
        private func read(_ name: String, in generation: Generation) throws -> PlainValue? {
            do { return try generation.watched(name) } catch let error as ContainerError
                where last != nil && error.code == .storeFailed
            {
                return nil
            }
        }
    }
}

extension Generation {
    /// The value of a preference for a listener.
    func values<Value>(of definition: PreferenceDefinition, as type: Value.Type) throws -> PreferenceValues<Value> {
        try check(definition, fits: type)
        let values = PreferenceValues<Value>(of: definition.title, in: self)
        if let current = context.current.lease() {
            defer { current.endLease() }
            context.preferences.follow(current)
        }
        return values
    }

    fileprivate func watched(_ name: String) throws -> PlainValue {
        try masking { try effectiveValue(of: try preference(name)) }
    }

    fileprivate func watched<Value: Convertible>(
        _ name: String, _ value: PlainValue, as type: Value.Type
    ) throws -> Value {
        try masking { try read(value, of: try preference(name), as: type) }
    }

    /// Errors contain stored values, which may be secret.
    private func masking<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as ContainerError { throw secrets.masked(error) }
    }
}
