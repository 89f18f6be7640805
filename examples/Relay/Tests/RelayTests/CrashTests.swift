import Foundation
import Testing

@testable import RelayParts

/// The program is killed, and everything that it has accepted arrives.
@Suite(.timeLimit(.minutes(1))) struct CrashTests {
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

        let sending = Task {
            var accepted: Set<String> = []
            while let id = try? await Self.send(to: port) { accepted.insert(id) }
            return accepted
        }
        try await wait { first.requests.count >= 8 }
        program.signal(SIGKILL)
        try await program.end()
        let accepted = await sending.value
        #expect(accepted.count >= 8)
        gate.open()

        let second = try Receiver()
        _ = try folder.scripts("", target: second.url)
        let restarted = try Program(arguments, in: folder)
        _ = try await restarted.port()
        try await wait { accepted.isSubset(of: first.events.union(second.events)) }
        restarted.signal(SIGTERM)
        try await restarted.end()
        #expect(restarted.status == 0)
        // A delivery without a recorded end is made again, so the five that ended are the only ones that may be missing.
        #expect(accepted.subtracting(second.events).count <= 5)
        let archive = try folder.read("data/archive.jsonl")
        for id in accepted { #expect(archive.contains(id)) }
        await first.stop()
        await second.stop()
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
