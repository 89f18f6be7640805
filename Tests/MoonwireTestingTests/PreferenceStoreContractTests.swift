import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireTesting
import MoonwireValues
import TestSupport
import Testing

/// The contract holds for the stores that come with the container, and not for those that break it.
@Suite struct PreferenceStoreContractTests {
    @Test func memoryKeepsIt() {
        PreferenceStoreContract { MemoryStore() }.check()
    }

    @Test func filesKeepIt() {
        let folder = ScratchFolder()
        PreferenceStoreContract { FileStore(path: folder.path("\(UUID().uuidString).plist")) }.check()
    }

    @Test func mirroredStoresKeepIt() {
        PreferenceStoreContract { MirroredStore([MemoryStore(), MemoryStore()]) }.check()
    }

    @Test func asynchronousOperationsKeepIt() async {
        let folder = ScratchFolder()
        await PreferenceStoreContract { MemoryStore() }.checkAsynchronously()
        await PreferenceStoreContract { CachedStore(RemoteMemory()) }.checkAsynchronously()
        await PreferenceStoreContract { FileStore(path: folder.path("\(UUID().uuidString).plist")) }
            .checkAsynchronously()
    }

    @Test(
        arguments: [
            (
                RemoteFlaw.forgetsWrites,
                "fetch the value that an update has stored, with its kind: for key \"sample 0\" it fetched nil instead of true"
            ),
            (
                .inventsValues,
                "fetch no value for a key that was never written: for key \"missing\" it fetched 0 instead of nil"
            ),
            (
                .neverForgets,
                "forget a key that an update removes, and no other: for key \"key\" it fetched \"gone\" instead of nil"
            ), (.forbids, "support concurrent updates: it throws"),
        ])
    func brokenClientsDoNot(_ flaw: RemoteFlaw, _ sentence: String) async {
        let said = Lock<[String]>([])
        await withKnownIssue {
            await PreferenceStoreContract { CachedStore(RemoteMemory(flaw)) }.checkAsynchronously()
        } matching: { issue in
            said.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        let sentences = said.withLock { $0 }
        #expect(sentences.contains { $0.contains(sentence) }, "\(sentences)")
    }

    #if canImport(Darwin)
        @Test func userDefaultsKeepIt() throws {
            let suites = Suites()
            defer { suites.remove() }
            PreferenceStoreContract { try suites.store() }.check()
        }
    #endif

    @Test(arguments: Flaw.allCases) func brokenStoresDoNot(_ flaw: Flaw) {
        let said = Lock<[String]>([])
        withKnownIssue {
            PreferenceStoreContract { FlawedStore(flaw) }.check()
        } matching: { issue in
            said.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        let sentences = said.withLock { $0 }
        #expect(sentences.contains { $0.contains(flaw.sentence) }, "\(sentences)")
    }
}

#if canImport(Darwin)
    /// User defaults for one test, gone after it.
    private final class Suites: Sendable {
        private let names = Lock<[String]>([])

        func store() throws -> UserDefaultsStore {
            let name = "moonwire-\(UUID().uuidString)"
            names.withLock { $0.append(name) }
            return try #require(UserDefaultsStore(suite: name))
        }

        func remove() {
            for name in names.withLock({ $0 }) { UserDefaults.standard.removePersistentDomain(forName: name) }
        }
    }
#endif

/// A way to break the contract.
enum Flaw: CaseIterable {
    case inventsValues, mixesKinds, keepsTheFirst, ignoresCase, removesByPrefix, minds, neverForgets, movesOver, forbids

    /// What the contract says of it.
    var sentence: String {
        switch self {
        case .inventsValues:
            "have no value for a key that was never written: for key \"missing\" it returned 0 instead of nil"
        case .mixesKinds:
            "return the value that was written, with its kind: for key \"sample 0\" it returned 1 instead of true"
        case .keepsTheFirst:
            "keep the value that was written last: for key \"key\" it returned \"first\" instead of 2"
        case .ignoresCase:
            "distinguish keys, whatever characters they contain: for key \"a\" it returned 1 instead of 0"
        case .removesByPrefix: "forget a key that is removed, and no other: for key \"key.other\" it returned nil"
        case .minds: "ignore the removal of a key that does not exist: it throws"
        case .neverForgets:
            "forget a key that is removed, and no other: for key \"key\" it returned \"gone\" instead of nil"
        case .movesOver:
            "move the value of a former key to a key that has none: for key \"new\" it returned 2 instead of 1"
        case .forbids: "support concurrent use from any thread: it throws"
        }
    }
}

/// Keeps values in memory, and breaks one promise.
private final class FlawedStore: PreferenceStore {
    struct Refused: Error {}
    enum Mistake: Error { case absent }

    private let flaw: Flaw
    private let values = Lock<[String: PlainValue]>([:])
    private let thread = pthread_self()

    init(_ flaw: Flaw) { self.flaw = flaw }

    func read(_ key: String) throws -> PlainValue? {
        if flaw == .forbids, thread != pthread_self() { throw Refused() }
        let value = values.withLock { $0[place(key)] }
        if flaw == .inventsValues { return value ?? 0 }
        if flaw == .mixesKinds, case .boolean(let flag)? = value { return flag ? 1 : 0 }
        return value
    }

    func write(_ value: PlainValue, for key: String) throws {
        if flaw == .forbids, thread != pthread_self() { throw Refused() }
        values.withLock { values in
            if flaw != .keepsTheFirst || values[place(key)] == nil { values[place(key)] = value }
        }
    }

    func remove(_ key: String) throws {
        try values.withLock { values in
            switch flaw {
            case .removesByPrefix: values = values.filter { !$0.key.hasPrefix(key) }
            case .minds where values[key] == nil: throw Mistake.absent
            case .neverForgets: break
            default: values[place(key)] = nil
            }
        }
    }

    func move(_ former: String, to key: String) throws {
        guard let value = try read(former) else { return }
        if try flaw == .movesOver || read(key) == nil { try write(value, for: key) }
        try remove(former)
    }

    private func place(_ key: String) -> String { flaw == .ignoresCase ? key.lowercased() : key }
}

/// A way in which a client breaks the contract.
enum RemoteFlaw: Sendable { case forgetsWrites, inventsValues, neverForgets, forbids }

/// A client whose values are in memory, and that may break one requirement.
private final class RemoteMemory: AsynchronousPreferenceStore {
    private struct Refused: Error {}

    private let memory = MemoryStore()
    private let flaw: RemoteFlaw?

    init(_ flaw: RemoteFlaw? = nil) {
        self.flaw = flaw
    }

    func fetch(_ key: String) async throws -> PlainValue? {
        if let value = memory.read(key) { return value }
        return flaw == .inventsValues ? .some(0) : .none
    }

    func write(_ value: PlainValue, for key: String) async throws {
        if flaw == .forbids, key.hasPrefix("task") { throw Refused() }
        if flaw != .forgetsWrites { memory.write(value, for: key) }
    }

    func remove(_ key: String) async throws { if flaw != .neverForgets { memory.remove(key) } }
}
