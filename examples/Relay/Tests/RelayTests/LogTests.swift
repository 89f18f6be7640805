import Foundation
import Moonwire
import Synchronization
import Testing

@testable import RelayParts

/// What each line of the log says about itself.
@Suite(.timeLimit(.minutes(5))) struct LogTests {
    @Test func linesAboutARequestHaveItsGenerationScopeAndID() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                let signature = "sha256=" + Signature.of(Data(paidOrder.utf8), secret: "orders-secret")
                let headers = ["X-Signature": signature, "X-Request-Id": "checkout-7"]
                let answer = try await gateway.send("POST", "/hooks/orders", headers, paidOrder)
                #expect(answer.headers["x-request-id"] == "checkout-7")
                try await wait { gateway.log.contains("to shipping: delivered") }
                let event = try #require(receiver.events.first)
                let lines = gateway.log.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
                for line in [
                    "scope=request request=checkout-7 order A1 is worth 17",
                    "scope=request request=checkout-7 event \(event) of orders: accepted for archive, shipping",
                    "scope=shared request=checkout-7 event \(event) to shipping: delivered",
                ] { #expect(lines.contains("generation=1 \(line)"), "\(gateway.log)") }
                let end = #/^generation=1 scope=request request=checkout-7 POST \/hooks\/orders 202 [0-9.]+ ms$/#
                #expect(lines.contains { $0.contains(end) })
            }
        }
    }

    @Test func eachLineHasAGeneration() async throws {
        let gateway = try await RunningGateway.start()
        try await gateway.order(paidOrder)
        #expect(try await gateway.send("POST", "/nowhere").status == 404)
        try gateway.container.reload()
        try await wait { gateway.log.contains("reloaded:") }
        try await gateway.order(paidOrder)
        await gateway.stop()
        let lines = gateway.log.split(separator: "\n").filter { !$0.hasPrefix("    ") }
        for line in lines {
            #expect(
                line.contains(#/^[0-9-]+T[0-9:]+Z generation=[12] (scope=(request|shared) request=[^ ]+ )?[^ ]/#),
                "\(line)")
        }
        #expect(lines.contains { $0.contains("generation=1 listening at ") })
        #expect(lines.contains { $0.hasSuffix("generation=2 the server has stopped") })
        #expect(lines.contains { $0.contains("generation=2 scope=request ") })
    }

    /// The client that delivers is that of the former generation.
    @Test func aDeliveryKeepsTheGenerationInWhichItBegan() async throws {
        let gate = Gate()
        try await withReceiver(behind: gate) { receiver in
            try await withGateway(targeting: receiver) { gateway in
                try await gateway.order(paidOrder)
                try await wait { receiver.requests.count == 1 }
                try gateway.container.reload()
                try await wait { gateway.log.contains("generation=2 reloaded:") }
                gate.open()
                try await wait { gateway.log.contains("to shipping: delivered") }
                #expect(
                    gateway.log.contains(#/generation=1 scope=shared request=[^ ]+ event [^ ]+ to shipping: delivered/#)
                )
            }
        }
    }

    @Test func aRequestNamesTheGenerationOfItsScope() async throws {
        let (folder, lines) = (Folder(), Lines())
        let container = try folder.container("", target: nil, log: lines.log)
        try await container.start()
        for number in 1...2 {
            let request = Request(method: "POST", path: "/nowhere", headers: ["X-Request-Id": "r\(number)"])
            #expect(try await container.resolve(.gateway).answer(request).status == 404)
            #expect(lines.text.contains("generation=\(number) scope=request request=r\(number) POST /nowhere 404"))
            try container.reload()
        }
        #expect(await container.shutdownGracefully().isEmpty)
    }

    @Test func aRequestThatCannotBeAnsweredIsInTheLog() async throws {
        try await withGateway { gateway in
            let text = try gateway.folder.read("container.lua")
            let log = "type = \"RequestLog\", scope = \"request\","
            try gateway.folder.write(
                text.replacing(log, with: "factory = function() error \"no log\" end, scope = \"request\","),
                to: "container.lua")
            try gateway.container.reload()
            #expect(try await gateway.send("GET", "/health", ["X-Request-Id": "r1"]).status == 503)
            #expect(gateway.log.contains("generation=2 scope=request request=r1 the request cannot be answered: "))
            #expect(gateway.log.contains("no log"))
        }
    }
}
