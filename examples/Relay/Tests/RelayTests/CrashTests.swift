import Foundation
import Synchronization
import Testing

@testable import RelayParts

/// The program is killed, and everything that it has accepted arrives.
@Suite(.timeLimit(.minutes(5))) struct CrashTests {
    @Test func whatWasAcceptedBeforeAKillIsDelivered() async throws {
        let gate = Gate()
        // The first target gets no further than the middle of its deliveries.
        let first = try Receiver { number in
            if number > 5 { await gate.wait() }
            return .text("thanks")
        }
        let folder = Folder()
        let arguments =
            try ["--data", folder.data] + folder.scripts("", target: first.url).flatMap { ["--script", $0] }
        let program = try Program(arguments, in: folder)
        let port = try await program.port()

        let answered = Answered()
        let sending = Task {
            while let id = try? await Self.send(to: port) { _ = answered.ids.withLock { $0.insert(id) } }
        }
        // An event may arrive before its sender has an answer.
        try await wait { first.requests.count >= 8 && answered.ids.withLock(\.count) >= 8 }
        program.signal(SIGKILL)
        try await program.end()
        await sending.value
        let accepted = answered.ids.withLock { $0 }
        gate.open()

        let second = try Receiver()
        _ = try folder.scripts("", target: second.url)
        let restarted = try Program(arguments, in: folder)
        _ = try await restarted.port()
        // A delivery without a recorded end is made again, so the five that ended are the only ones that may be missing.
        try await wait {
            accepted.isSubset(of: first.events.union(second.events)) && accepted.subtracting(second.events).count <= 5
        }
        // The end of the program leaves what is due to the next start.
        try await wait {
            let archive = try folder.read("data/archive.jsonl")
            return accepted.allSatisfy { archive.contains($0) }
        }
        restarted.signal(SIGTERM)
        try await restarted.end()
        #expect(restarted.status == 0)
        await first.stop()
        await second.stop()
    }

    /// The ids of the events for which the sender has an answer.
    private final class Answered: Sendable {
        let ids = Mutex<Set<String>>([])
    }

    /// Sends an order until the gateway is gone; returns the id of an accepted event.
    private static func send(to port: Int) async throws -> String {
        let signature = "sha256=" + Signature.of(Data(paidOrder.utf8), secret: "orders-secret")
        let answer = try await Answer.to(
            "POST", "http://127.0.0.1:\(port)/hooks/orders", ["X-Signature": signature], paidOrder)
        #expect(answer.status == 202)
        return try JSONDecoder().decode([String: String].self, from: Data(answer.body.utf8))["event"] ?? ""
    }
}
