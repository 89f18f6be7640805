import Foundation
import Synchronization

@testable import RelayParts

/// A target in this process: remembers what it is sent, and answers as a test says.
final class Receiver: Sendable {
    private final class Inbox: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let inbox = Inbox()
    private let daemon: Daemon
    let url: String

    /// The closure answers a request, whose number is counted from one.
    init(_ answer: @escaping @Sendable (Int) async -> Response = { _ in .text("thanks") }) throws {
        let listener = try Listener(address: "127.0.0.1", port: 0)
        url = "http://127.0.0.1:\(listener.port)/target"
        daemon = Daemon(limits: ServerLimits(), reportLost: {}) { [inbox] request in
            let number = inbox.requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            return await answer(number)
        }
        try daemon.start(listener)
    }

    var requests: [Request] { inbox.requests.withLock { $0 } }

    var bodies: [String] { requests.map { String(decoding: $0.body, as: UTF8.self) } }

    /// The ids of the events that have arrived, each once.
    var events: Set<String> { Set(requests.compactMap { $0.header("X-Relay-Event") }) }

    func stop() async { await daemon.stop() }
}

/// Runs a test with a receiver, and stops it afterward.
func withReceiver(
    _ answer: @escaping @Sendable (Int) async -> Response = { _ in .text("thanks") },
    _ body: (Receiver) async throws -> Void
) async throws {
    let receiver = try Receiver(answer)
    do {
        try await body(receiver)
    } catch {
        await receiver.stop()
        throw error
    }
    await receiver.stop()
}

/// Receives deliveries, and answers none of them before `body` opens the gate.
func withReceiver(behind gate: Gate, _ body: (Receiver) async throws -> Void) async throws {
    try await withReceiver(
        { _ in
            await gate.wait()
            return .text("thanks")
        }, body)
}
