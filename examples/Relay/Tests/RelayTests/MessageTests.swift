import Foundation
import Moonwire
import Testing

@testable import RelayParts

/// Targets whose implementations say where messages go, and make them.
@Suite(.timeLimit(.minutes(5))) struct MessageTests {
    private static func script(_ receiver: Receiver, _ message: String) -> String {
        """
        extend "orders" { args = { targets = { ref.chat } } }
        parameters { chat = { url = "\(receiver.url)" } }
        implementation "MessageTarget.chat" { headers = { ["X-Room"] = "sales" }, message = \(message) }
        """
    }

    @Test func theImplementationMakesTheMessage() async throws {
        try await withReceiver { receiver in
            let script = Self.script(
                receiver, "function(_, order) return { text = order.customer .. order.total } end")
            try await withGateway(script) { gateway in
                try await gateway.order(paidOrder)
                try await wait { receiver.bodies == [#"{"text":"Ada17"}"#] }
                #expect(receiver.requests[0].header("X-Room") == "sales")
                #expect(receiver.requests[0].header("Content-Type") == "application/json")
            }
        }
    }

    @Test func nilIsNoMessage() async throws {
        try await withReceiver { receiver in
            try await withGateway(Self.script(receiver, "function() return nil end")) { gateway in
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.targetSummaries()["chat"]?.delivered == 1 }
                #expect(receiver.requests.isEmpty)
            }
        }
    }

    /// The next attempt uses the edited function.
    @Test func aMessageThatFailsIsTriedAgainWithAnEdit() async throws {
        try await withReceiver { receiver in
            let script = Self.script(receiver, "function(_, order) return order.buyer.name end")
            try await withGateway(script) { gateway in
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.deadLetters(limit: 9).count == 1 }
                let letter = try #require(try await gateway.store.deadLetters(limit: 9).first)
                #expect(letter.reason.contains("test.lua:") && letter.reason.contains("buyer"), "\(letter.reason)")
                try gateway.folder.edit("test.lua", "order.buyer.name", "order.customer")
                try gateway.container.reload()
                #expect(try await gateway.operate("POST", "/dead-letters/\(letter.id)").status == 202)
                try await wait { receiver.bodies == [#""Ada""#] }
            }
        }
    }

    @Test func anImplementationWithoutItsMessageIsRefused() async throws {
        let folder = Folder()
        let script =
            #"service "other" { type = "MessageTarget", args = { name = "o", implementation = "other", client = ref.client } }"#
        let error = #expect(throws: ContainerError.self) {
            try folder.container(script, target: nil, log: Lines().log)
        }
        #expect(error.map { "\($0)".contains("\"other\"") } == true, "\(String(describing: error))")
    }
}
