import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// A client of a remote store, whose replies a test may hold back.
final class RemoteSettings: AsynchronousPreferenceStore {
    private struct State {
        var calls: [String] = []
        var isAway = false
        var unreadable: UnreadablePreference?
        var holdsReplies = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    let memory: MemoryStore
    private let state = Lock(State())

    init(_ values: [String: PlainValue] = [:]) {
        memory = MemoryStore(values)
    }

    var calls: [String] { state.withLock { $0.calls } }
    var heldReplies: Int { state.withLock { $0.held.count } }

    func goAway() { state.withLock { $0.isAway = true } }

    func comeBack() { state.withLock { $0.isAway = false } }

    /// Makes all values ones that are not plain data; nil ends that.
    func failToRead(_ error: UnreadablePreference?) { state.withLock { $0.unreadable = error } }

    func holdReplies() { state.withLock { $0.holdsReplies = true } }

    func releaseReplies() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.holdsReplies = false
            return state.held
        }
        for reply in held { reply.resume() }
    }

    func fetch(_ key: String) async throws -> PlainValue? {
        try note("fetch \(key)")
        if let error = state.withLock({ $0.unreadable }) { throw error }
        // What the server knew when it was asked, however late the reply.
        let value = memory.read(key)
        await waitForReply()
        return value
    }

    func write(_ value: PlainValue, for key: String) async throws {
        try note("write \(key)")
        memory.write(value, for: key)
        await waitForReply()
    }

    func remove(_ key: String) async throws {
        try note("remove \(key)")
        memory.remove(key)
    }

    private func note(_ call: String) throws {
        let isAway = state.withLock { state in
            state.calls.append(call)
            return state.isAway
        }
        if isAway { throw Breakdown(reason: "the server is away") }
    }

    private func waitForReply() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.holdsReplies { state.held.append(continuation) }
                return state.holdsReplies
            }
            if !isHeld { continuation.resume() }
        }
    }
}
