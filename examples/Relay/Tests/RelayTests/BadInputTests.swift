import Foundation
import Testing

@testable import RelayParts

/// What clients and machines do wrong: each has a clear answer, and nothing is stored that was not accepted.
@Suite(.timeLimit(.minutes(5))) struct BadInputTests {
    @Test func aWrongSignatureIsRefused() async throws {
        try await withGateway { gateway in
            let wrong = "sha256=" + Signature.of(Data(paidOrder.utf8), secret: "guessed")
            let answer = try await gateway.send("POST", "/hooks/orders", ["X-Signature": wrong], paidOrder)
            #expect(answer.status == 401)
            #expect(answer.body == "{\"error\":\"the signature in the header X-Signature is wrong\"}\n")
            let missing = try await gateway.send("POST", "/hooks/orders", [:], paidOrder)
            #expect(missing.status == 401)
            #expect(missing.body == "{\"error\":\"the header X-Signature is missing\"}\n")
            #expect(try await gateway.store.eventCount() == 0)
        }
    }

    @Test func anUnknownRouteHasASuggestion() async throws {
        try await withGateway { gateway in
            let answer = try await gateway.order(paidOrder, path: "/hooks/order")
            #expect(answer.status == 404)
            #expect(
                answer.body
                    == "{\"error\":\"no route has the path \\\"/hooks/order\\\"; did you mean \\\"/hooks/orders\\\"?\"}\n"
            )
            let method = try await gateway.send("GET", "/hooks/orders")
            #expect(method.status == 405)
            #expect(method.headers["allow"] == "POST")
            #expect(method.body == "{\"error\":\"/hooks/orders takes POST, not GET\"}\n")
        }
    }

    @Test func anAnnouncedBodyThatIsTooLargeIsRefusedBeforeItIsSent() async throws {
        try await withGateway("parameters { http = { body = 1000 } }") { gateway in
            let client = try RawClient(port: gateway.port)
            client.send("POST /hooks/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nConnection: close\r\n\r\n")
            let answer = await client.answer()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.hasSuffix("{\"error\":\"the body is larger than 1000 bytes\"}\n"))
            #expect(try await gateway.store.eventCount() == 0)
        }
    }

    @Test func aBodyInChunksThatBecomesTooLargeIsRefused() async throws {
        try await withGateway("parameters { http = { body = 1000 } }") { gateway in
            let client = try RawClient(port: gateway.port)
            client.send(
                "POST /hooks/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
            for _ in 1...30 { client.send("64\r\n" + String(repeating: "x", count: 100) + "\r\n") }
            client.send("0\r\n\r\n")
            let answer = await client.answer()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.hasSuffix("{\"error\":\"the body is larger than 1000 bytes\"}\n"))
        }
    }

    @Test(arguments: [
        "POST /hooks/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhal", "POST /hooks/orders HTTP/1.1\r\nHo",
    ])
    func aSlowClientGetsAnAnswer(_ beginning: String) async throws {
        try await withGateway("parameters { http = { timeout = \"50ms\" } }") { gateway in
            let client = try RawClient(port: gateway.port)
            client.send(beginning)
            let answer = await client.answer()
            #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            #expect(answer.hasSuffix("{\"error\":\"the request was not complete in time\"}\n"))
            try await wait { gateway.log.contains("a client ended, or was too slow, before its request was complete") }
            #expect(try await gateway.store.eventCount() == 0)
        }
    }

    @Test func aClientThatEndsHasStoredNothing() async throws {
        try await withGateway { gateway in
            do {
                let client = try RawClient(port: gateway.port)
                client.send("POST /hooks/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhal")
            }
            try await wait { gateway.log.contains("a client ended, or was too slow, before its request was complete") }
            #expect(try await gateway.store.eventCount() == 0)
        }
    }

    @Test func bytesThatAreNotHTTPDoNoHarm() async throws {
        try await withGateway("parameters { http = { timeout = \"50ms\" } }") { gateway in
            let client = try RawClient(port: gateway.port)
            client.send("\u{0}\u{1}\u{2}\r\n\r\n")
            _ = await client.answer()
            // A request that takes longer than the timeout is refused.
            try await wait { try await gateway.send("GET", "/health").status == 200 }
        }
    }

    @Test func aFullStoreRefusesEventsAndKeepsThoseItHas() async throws {
        let script = """
            parameters { store = { megabytes = 0.25 } }
            extend "orders.summary" { args = { apply = function() return nil end } }
            """
        let body = #"{"status": "paid", "text": ""# + String(repeating: "x", count: 20_000) + "\"}"
        try await withGateway(script) { gateway in
            var accepted = 0
            var answer = try await gateway.order(body)
            while answer.status == 202 {
                accepted += 1
                answer = try await gateway.order(body)
            }
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] == "5")
            #expect(answer.body == "{\"error\":\"the event could not be stored; send it again later\"}\n")
            #expect(gateway.log.contains("an event could not be stored: database or disk is full"))
            #expect(accepted > 0)
            #expect(try await gateway.store.eventCount() == accepted)
        }
    }

    @Test func aStoreThatBecomesFullAcceptsWhatItHas() async throws {
        let script = """
            parameters { store = { megabytes = 0.25 } }
            extend "orders.summary" { args = { apply = function() return nil end } }
            """
        let body = #"{"status": "paid", "text": ""# + String(repeating: "x", count: 20_000) + "\"}"
        try await withGateway(script) { gateway in
            let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...20 {
                    group.addTask { try await gateway.order(body).status }
                }
                return try await group.reduce(into: 0) { $0 += $1 == 202 ? 1 : 0 }
            }
            #expect((1..<20).contains(accepted))
            #expect(try await gateway.store.eventCount() == accepted)
        }
    }

    @Test func aPortThatIsTakenIsAnError() async throws {
        let listener = try Listener(address: "127.0.0.1", port: 0)
        let folder = Folder()
        let container = try folder.container(
            "parameters { http = { port = \(listener.port) } }", target: nil, log: Lines().log)
        let error = await #expect(throws: (any Error).self) { try await container.start() }
        #expect("\(error.map { "\($0)" } ?? "")".contains("127.0.0.1:\(listener.port) is in use by another process"))
    }

    @Test func aSecondGatewayCannotUseTheSameStore() async throws {
        try await withGateway { gateway in
            let container = try gateway.folder.container("", target: nil, log: Lines().log)
            let error = await #expect(throws: (any Error).self) { try await container.start() }
            #expect("\(error.map { "\($0)" } ?? "")".contains("relay.sqlite is in use by another process"))
        }
    }

    @Test func aRouteWithoutAVerifierPreventsTheStart() async throws {
        let folder = Folder()
        let container = try folder.container(
            #"extend "orders" { args = { verifiers = {} } }"#, target: nil, log: Lines().log)
        let error = await #expect(throws: (any Error).self) { try await container.start() }
        #expect("\(error.map { "\($0)" } ?? "")".contains(#"the route "orders" needs at least one verifier"#))
    }

    @Test func aSecretThatIsMissingPreventsTheStart() async throws {
        let folder = Folder()
        let container = try folder.container(
            #"parameters { secrets = { orders = "" } }"#, target: nil, log: Lines().log)
        let error = await #expect(throws: (any Error).self) { try await container.start() }
        #expect(
            "\(error.map { "\($0)" } ?? "")".contains("a verifier needs at least one secret, and none that is empty"))
    }
}
