import MoonwireCore
import MoonwireValues
import TestSupport

/// A store that fails when it is told to.
final class FragileStore: PreferenceStore {
    let memory = MemoryStore()
    let isBroken = Lock(false)

    func read(_ key: String) throws -> Value? {
        try fail()
        if let value = memory.read(key), value == "a date" { throw UnreadablePreference(found: "a date") }
        return memory.read(key)
    }

    func write(_ value: Value, for key: String) throws {
        try fail()
        memory.write(value, for: key)
    }

    func remove(_ key: String) throws {
        try fail()
        memory.remove(key)
    }

    private func fail() throws {
        if isBroken.withLock({ $0 }) { throw Breakdown(reason: "the disk is full") }
    }
}

/// A check played by a closure, which gives why a value is refused.
final class ClosureCheck: PreferenceCheck {
    private let body: @Sendable (Value) throws -> PreferenceRefusal?

    init(_ body: @escaping @Sendable (Value) throws -> PreferenceRefusal?) {
        self.body = body
    }

    func refusal(of value: Value) throws -> PreferenceRefusal? { try body(value) }
}

extension Wiring {
    /// A wiring whose preferences lie in a store of the test.
    static func of(_ preferences: PreferenceDefinition..., in store: any PreferenceStore = MemoryStore()) -> Wiring {
        var wiring = Wiring()
        wiring.preferences = preferences
        wiring.swift.store("default", store)
        return wiring
    }
}
