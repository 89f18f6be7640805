import Dispatch
import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// One requirement on a store.
struct StorePromise: Sendable {
    /// What a store must do.
    let name: String
    /// Tests the requirement on a fresh store, and returns its violations.
    let broken: @Sendable (any PreferenceStore) throws -> [String]
}

extension PreferenceStoreContract {
    static let promises: [StorePromise] = [
        StorePromise(name: "have no value for a key that was never written") { store in
            try expect(store, nil, for: "missing")
        },
        StorePromise(name: "return the value that was written, with its kind") { store in
            try samples.enumerated().flatMap { index, value in
                try store.write(value, for: "sample \(index)")
                return try expect(store, value, for: "sample \(index)")
            }
        },
        StorePromise(name: "keep the value that was written last") { store in
            try store.write("first", for: "key")
            try store.write(2, for: "key")
            return try expect(store, 2, for: "key")
        },
        StorePromise(name: "distinguish keys, whatever characters they contain") { store in
            for (index, key) in keys.enumerated() { try store.write(.integer(Int64(index)), for: key) }
            return try keys.enumerated().flatMap { try expect(store, .integer(Int64($0)), for: $1) }
        },
        StorePromise(name: "forget a key that is removed, and no other") { store in
            try store.write("gone", for: "key")
            try store.write("here", for: "key.other")
            try store.remove("key")
            return try expect(store, nil, for: "key") + expect(store, "here", for: "key.other")
        },
        StorePromise(name: "ignore the removal of a key that does not exist") { store in
            try store.remove("missing")
            return try expect(store, nil, for: "missing")
        },
        StorePromise(name: "accept a value for a key that was removed") { store in
            try store.write(1, for: "key")
            try store.remove("key")
            try store.write(true, for: "key")
            return try expect(store, true, for: "key")
        },
        StorePromise(name: "move the value of a former key to a key that has none") { store in
            try store.write(1, for: "old")
            try store.move("old", to: "new")
            let moved = try expect(store, 1, for: "new") + expect(store, nil, for: "old")
            try store.write(2, for: "old")
            try store.move("old", to: "new")
            try store.move("missing", to: "other")
            return try moved + expect(store, 1, for: "new") + expect(store, nil, for: "old")
                + expect(store, nil, for: "other")
        },
        StorePromise(name: "support concurrent use from any thread") { store in
            try store.write(0, for: "shared")
            let faults = FaultList()
            onThreads(8) { thread in
                // One failure of each thread is enough.
                for round in 0..<50 where faults.isFine(of: thread) {
                    faults.collect(of: thread) { try use(store, thread: thread, round: round) }
                }
            }
            return faults.all
        },
    ]

    /// Writes to a key of the thread and to a shared key, and reads both.
    private static func use(_ store: any PreferenceStore, thread: Int, round: Int) throws -> [String] {
        let value = PlainValue.integer(Int64(round))
        try store.write(value, for: "thread \(thread)")
        try store.write(value, for: "shared")
        let shared = try store.read("shared")
        guard case .integer? = shared else {
            return ["it returned \(phrase(shared)) although only integers were written"]
        }
        return try expect(store, value, for: "thread \(thread)")
    }

    /// Runs `body` on the given number of threads and waits for them.
    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let done = DispatchSemaphore(value: 0)
        for number in 0..<count {
            Thread {
                body(number)
                done.signal()
            }.start()
        }
        for _ in 0..<count { done.wait() }
    }

    static func expect(_ store: any PreferenceStore, _ value: PlainValue?, for key: String) throws -> [String] {
        let found = try store.read(key)
        return found == value ? [] : ["for key \"\(key)\" it returned \(phrase(found)) instead of \(phrase(value))"]
    }

    static func phrase(_ value: PlainValue?) -> String { value.map { "\($0)" } ?? "nil" }

    private static let keys = ["a", "A", "a.b", "ä", "a b", "日本", "%", "/"]

    static let samples: [PlainValue] = [
        true, false, 0, 1, -1, .integer(.max), .integer(.min), 0.5, 1.0, -0.0, .number(.greatestFiniteMagnitude),
        "", "text", "1", "true", "a\nb\u{0}c \u{1F319}", [], [1, 1.0, true, "x", [2]],
        ["one": 1, "two": ["three": [false]], "": ""],
    ]
}

/// The failures that several threads found, without duplicates.
private final class FaultList: Sendable {
    private let sentences = Lock<[Int: [String]]>([:])

    var all: [String] { Set(sentences.withLock { $0.values.joined() }).sorted() }

    func isFine(of thread: Int) -> Bool { sentences.withLock { $0[thread] == nil } }

    func collect(of thread: Int, _ body: () throws -> [String]) {
        let found: [String]
        do { found = try body() } catch { found = ["it throws \(error)"] }
        if !found.isEmpty { sentences.withLock { $0[thread] = found } }
    }
}
