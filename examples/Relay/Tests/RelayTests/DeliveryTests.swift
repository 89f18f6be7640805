import Foundation
import Moonwire
import Testing

@testable import RelayParts

/// Targets that fail, and what becomes of their events.
@Suite(.timeLimit(.minutes(5))) struct DeliveryTests {
    @Test func aTargetThatFailsIsTriedAgain() async throws {
        try await withReceiver({ number in number < 3 ? .refusal(500, "not now") : .text("thanks") }) { receiver in
            try await withGateway(targeting: receiver) { gateway in
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.targetSummaries()["shipping"]?.delivered == 1 }
                #expect(receiver.requests.map { $0.header("X-Relay-Attempt") } == ["1", "2", "3"])
                #expect(receiver.events.count == 1)
                #expect(gateway.log.contains("to shipping: attempt 2 failed: the target answered with status 500"))
            }
        }
    }

    @Test func aTargetThatIsDownGetsItsEventsWhenItIsBack() async throws {
        let receiver = try Receiver()
        await receiver.stop()
        try await withGateway(targeting: receiver) { gateway in
            try await gateway.order(paidOrder)
            try await wait { try await gateway.store.deadLetters(limit: 9).count == 1 }
            let letter = try #require(try await gateway.store.deadLetters(limit: 9).first)
            #expect(letter.target == "shipping")
            #expect(letter.attempts == 3)
            #expect(!letter.reason.isEmpty)
            try await withReceiver { receiver in
                try gateway.folder.edit(
                    "test.lua", "url = \"\(gateway.target(of: "test.lua"))\"", "url = \"\(receiver.url)\"")
                try gateway.container.reload()
                #expect(try await gateway.operate("POST", "/dead-letters/\(letter.id)").status == 202)
                try await wait { receiver.bodies == [paidSummary] }
                try await wait { try await gateway.store.deadLetters(limit: 9).isEmpty }
                #expect(receiver.events == [letter.event])
            }
        }
    }

    @Test func aTargetThatIsNoLongerDefinedIsADeadLetter() async throws {
        try await withGateway { gateway in
            let event = Event(route: "orders", request: "r", contentType: "text/plain", body: Data("x".utf8))
            let payload = Payload(contentType: "text/plain", body: Data("x".utf8))
            try await gateway.store.accept(event, .deliver(payload), targets: ["gone"])
            try await wait { try await gateway.store.deadLetters(limit: 9).count == 1 }
            #expect(try await gateway.store.deadLetters(limit: 9)[0].reason == "no target has the name \"gone\"")
        }
    }

    @Test func aSlowTargetDoesNotHoldUpTheOthers() async throws {
        let gate = Gate()
        try await withReceiver(behind: gate) { receiver in
            try await withGateway(targeting: receiver) { gateway in
                for _ in 1...10 { try await gateway.order(paidOrder) }
                try await wait { try await gateway.store.targetSummaries()["archive"]?.delivered == 10 }
                #expect(receiver.requests.count <= 4)
                gate.open()
                try await wait { try await gateway.store.targetSummaries()["shipping"]?.delivered == 10 }
            }
        }
    }

    @Test func aRedirectionIsNotADelivery() async throws {
        try await withReceiver({ _ in
            var response = Response.refusal(302, "elsewhere")
            response.headers.append(("Location", "/elsewhere"))
            return response
        }) { receiver in
            try await withGateway("extend \"shipping\" { args = { parallel = 1 } }", targeting: receiver) { gateway in
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.deadLetters(limit: 9).count == 1 }
                #expect(
                    try await gateway.store.deadLetters(limit: 9)[0].reason == "the target answered with status 302")
                #expect(receiver.requests.allSatisfy { $0.method == "POST" })
            }
        }
    }

    @Test func preferencesChangeWhileItRuns() async throws {
        try await withReceiver({ _ in .refusal(500, "never") }) { receiver in
            try await withGateway(targeting: receiver) { gateway in
                #expect(try await gateway.send("PUT", "/preferences/Delivery.attempts", [:], "1").status == 401)
                let wrong = try await gateway.operate("PUT", "/preferences/Delivery.attempts", "0")
                #expect(wrong.status == 400)
                #expect(wrong.body.contains("Delivery.attempts"))
                #expect(try await gateway.operate("PUT", "/preferences/Delivery.attempts", "1").status == 200)
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.deadLetters(limit: 9).count == 1 }
                #expect(receiver.requests.count == 1)
                let reset = try await gateway.operate("DELETE", "/preferences/Delivery.attempts")
                #expect(reset.body.contains("\"Delivery.attempts\":3"))
            }
        }
    }

    @Test func oldEventsAreRemovedButNoDeadLetters() async throws {
        let script = """
            preferences "Retention" { days = { default = 0.0, min = 0 } }
            extend "retention" { args = { pause = "5ms" } }
            """
        try await withReceiver({ number in number == 1 ? .text("thanks") : .refusal(500, "no") }) { receiver in
            try await withGateway(script, targeting: receiver) { gateway in
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.eventCount() == 0 }
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.deadLetters(limit: 9).count == 1 }
                try await wait { try await gateway.store.targetSummaries()["archive"]?.delivered == 1 }
                try await gateway.order("{}")
                try await wait { gateway.log.split(separator: "removed 1 old events").count == 3 }
                #expect(try await gateway.store.eventCount() == 1)
            }
        }
    }

    @Test func anEndWaitsForDeliveriesInProgress() async throws {
        let gate = Gate()
        try await withReceiver(behind: gate) { receiver in
            let gateway = try await RunningGateway.start(targeting: receiver)
            try await gateway.order(paidOrder)
            try await wait { receiver.requests.count == 1 }
            async let end: Void = gateway.stop()
            try await wait { gateway.log.contains("the server has stopped") }
            gate.open()
            await end
            #expect(gateway.log.contains("to shipping: delivered"))
        }
    }
}

extension RunningGateway {
    /// The URL of "shipping" in a script.
    func target(of script: String) throws -> String {
        try #require(try folder.read(script).firstMatch(of: /url = "([^"]*)"/)).1.description
    }
}
