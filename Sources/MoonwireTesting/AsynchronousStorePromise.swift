import MoonwireCore
import MoonwireValues

/// One requirement on the asynchronous operations of a store.
struct AsynchronousStorePromise: Sendable {
    /// What a store must do.
    let name: String
    /// Tests the requirement on a fresh store, and returns its violations.
    let broken: @Sendable (any PreferenceStore) async throws -> [String]
}

extension PreferenceStoreContract {
    static let asynchronousPromises: [AsynchronousStorePromise] = [
        AsynchronousStorePromise(name: "fetch no value for a key that was never written") { store in
            try await expectFetched(store, nil, for: "missing")
        },
        AsynchronousStorePromise(name: "fetch the value that an update has stored, with its kind") { store in
            var broken: [String] = []
            for (index, value) in samples.enumerated() {
                try await store.update("sample \(index)", to: value)
                broken += try expect(store, value, for: "sample \(index)")
                broken += try await expectFetched(store, value, for: "sample \(index)")
            }
            return broken
        },
        AsynchronousStorePromise(name: "forget a key that an update removes, and no other") { store in
            try await store.update("key", to: "gone")
            try await store.update("key.other", to: "here")
            try await store.update("key", to: nil)
            return try await expectFetched(store, nil, for: "key") + expectFetched(store, "here", for: "key.other")
        },
        AsynchronousStorePromise(name: "support concurrent updates") { store in
            try await withThrowingTaskGroup(of: [String].self) { group in
                for task in 0..<8 {
                    group.addTask {
                        var broken: [String] = []
                        for round in 0..<20 where broken.isEmpty {
                            let value = PlainValue.integer(Int64(round))
                            try await store.update("task \(task)", to: value)
                            try await store.update("shared", to: value)
                            broken = try await expectFetched(store, value, for: "task \(task)")
                        }
                        return broken
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        },
    ]

    /// What `fetch` returns is also what `read` returns afterward.
    private static func expectFetched(
        _ store: any PreferenceStore, _ value: PlainValue?, for key: String
    ) async throws -> [String] {
        let found = try await store.fetch(key)
        guard found == value else {
            return ["for key \"\(key)\" it fetched \(phrase(found)) instead of \(phrase(value))"]
        }
        return try expect(store, value, for: key)
    }
}
