import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport

/// A store that fails when it is told to.
final class FragileStore: PreferenceStore {
    let memory = MemoryStore()
    let isBroken = Lock(false)
    let isReadOnly = Lock(false)

    func read(_ key: String) throws -> PlainValue? {
        try fail()
        if let value = memory.read(key), value == "a date" { throw UnreadablePreference(found: "a date") }
        return memory.read(key)
    }

    func write(_ value: PlainValue, for key: String) throws {
        try failToWrite()
        memory.write(value, for: key)
    }

    func remove(_ key: String) throws {
        try failToWrite()
        memory.remove(key)
    }

    private func failToWrite() throws {
        try fail()
        if isReadOnly.withLock({ $0 }) { throw Breakdown(reason: "the disk is read-only") }
    }

    private func fail() throws {
        if isBroken.withLock({ $0 }) { throw Breakdown(reason: "the disk is full") }
    }
}

/// A store in which something may happen between looking a value up and giving it.
final class InterruptedStore: PreferenceStore {
    let memory = MemoryStore()
    private let interruption = Lock<(reads: Int, body: @Sendable () -> Void)?>(nil)

    /// Runs `body` in the middle of the next read, or of a later one.
    func interrupt(after reads: Int = 0, _ body: @escaping @Sendable () -> Void) {
        interruption.withLock { $0 = (reads, body) }
    }

    func read(_ key: String) -> PlainValue? {
        let value = memory.read(key)
        let body = interruption.withLock { interruption -> (@Sendable () -> Void)? in
            guard let (reads, body) = interruption else { return nil }
            interruption = reads > 0 ? (reads - 1, body) : nil
            return reads > 0 ? nil : body
        }
        body?()
        return value
    }

    func write(_ value: PlainValue, for key: String) { memory.write(value, for: key) }
    func remove(_ key: String) { memory.remove(key) }
    func move(_ former: String, to key: String) { memory.move(former, to: key) }
}

/// A check played by a closure, which gives why a value is refused.
final class ClosureCheck: PreferenceCheck {
    private let body: @Sendable (PlainValue) throws -> PreferenceRefusal?

    init(_ body: @escaping @Sendable (PlainValue) throws -> PreferenceRefusal?) {
        self.body = body
    }

    func refusal(of value: PlainValue) throws -> PreferenceRefusal? { try body(value) }
}

extension Wiring {
    /// A wiring whose preferences lie in a store of the test.
    static func of(_ preferences: PreferenceDefinition..., in store: any PreferenceStore = MemoryStore()) -> Wiring {
        var wiring = Wiring()
        wiring.preferences = preferences
        wiring.services.registerStore(store, named: "default")
        return wiring
    }
}
