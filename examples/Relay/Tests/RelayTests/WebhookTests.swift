import Foundation
import Testing

@testable import RelayParts

/// The way of an event through the gateway, over the loopback.
@Suite(.timeLimit(.minutes(5))) struct WebhookTests {
    @Test func anEventIsVerifiedTransformedStoredAndDelivered() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                let answer = try await gateway.order(paidOrder)
                #expect(answer.status == 202)
                #expect(try await gateway.store.eventCount() == 1)
                try await wait { receiver.bodies.count == 1 }
                let request = receiver.requests[0]
                #expect(receiver.bodies == [paidSummary])
                #expect(request.header("Content-Type") == "application/json")
                #expect(request.header("X-Relay-Attempt") == "1")
                #expect(
                    request.header("X-Relay-Signature") == "sha256="
                        + Signature.of(Data(paidSummary.utf8), secret: "inbox-secret"))
                #expect(answer.body == "{\"event\":\"\(request.header("X-Relay-Event") ?? "")\"}\n")
                try await wait { try await gateway.store.targetSummaries()["shipping"]?.delivered == 1 }
                try await wait { try await gateway.store.targetSummaries()["archive"]?.delivered == 1 }
                #expect(
                    try gateway.folder.read("data/archive.jsonl").contains(
                        "\"event\":\"\(receiver.events.first ?? "")\""))
            }
        }
    }

    @Test func aFilterDropsAnEventThatIsStored() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                #expect(try await gateway.order(paidOrder.replacing("paid", with: "open")).status == 202)
                #expect(try await gateway.order(paidOrder).status == 202)
                try await wait { receiver.bodies.count == 1 }
                #expect(try await gateway.store.latestEvents(limit: 9).map(\.outcome) == ["accepted", "dropped"])
                #expect(receiver.bodies == [paidSummary])
            }
        }
    }

    @Test func aTransformThatReturnsNilDropsTheEvent() async throws {
        let script = #"extend "orders.summary" { args = { apply = function() return nil end } }"#
        try await withGateway(script) { gateway in
            try await gateway.order(paidOrder)
            #expect(try await gateway.store.latestEvents(limit: 9).map(\.outcome) == ["dropped"])
            #expect(try await gateway.store.targetSummaries().isEmpty)
        }
    }

    /// Spaces, the order of keys, and large numbers would change if the body were read and written.
    @Test(arguments: [#"{ "b": 1.0,  "a": [], "n": 12345678901234567890 }"#, "no JSON at all", "[1, null]", ""])
    func whatNoStepChangesIsDeliveredByteForByte(_ body: String) async throws {
        let script = """
            extend "orders" { args = { steps = { ref "orders.paid" } } }
            extend "orders.paid" { args = { accepts = function() return true end } }
            """
        try await withReceiver { receiver in
            try await withGateway(script, targeting: receiver) { gateway in
                #expect(try await gateway.order(body).status == 202)
                try await wait { receiver.bodies.count == 1 }
                #expect(receiver.bodies == [body])
            }
        }
    }

    @Test func anIDThatCouldForgeALogLineIsReplaced() async throws {
        try await withGateway { gateway in
            let answer = try await gateway.send("GET", "/health", ["X-Request-Id": "a b\u{1B}[31m"])
            #expect(answer.headers["x-request-id"]?.contains(/^[0-9a-f]{8}$/) == true)
        }
    }

    @Test func requestsAtTheSameTimeHaveScopesOfTheirOwn() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                let ids = try await withThrowingTaskGroup(of: String?.self) { group in
                    for number in 1...50 {
                        group.addTask {
                            let body = paidOrder.replacing("A1", with: "A\(number)")
                            let signature = "sha256=" + Signature.of(Data(body.utf8), secret: "orders-secret")
                            let headers = ["X-Signature": signature, "X-Request-Id": "r\(number)"]
                            return try await gateway.send("POST", "/hooks/orders", headers, body).headers[
                                "x-request-id"]
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1 ?? "") }
                }
                #expect(ids.count == 50)
                try await wait { receiver.events.count == 50 }
                for number in 1...50 {
                    #expect(gateway.log.contains("request=r\(number) order A\(number) is worth 17\n"))
                }
            }
        }
    }
}
