import Foundation
import Testing

@testable import RelayParts

/// The pages for operators.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
    @Test func theStatusPageShowsEventsTargetsAndTheReload() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                try await gateway.order(paidOrder)
                try await wait { try await gateway.store.targetSummaries()["shipping"]?.delivered == 1 }
                let page = try await gateway.send("GET", "/").body
                #expect(page.contains("<b>1</b> events"))
                #expect(page.contains("<td>shipping<td>1<td>0"))
                #expect(page.contains(try #require(receiver.events.first)))
                #expect(page.contains("<p>generation 1 since ") && page.contains(", by start</p>"))
                #expect(!page.contains("degraded"))
                #expect(page.contains("none since the start"))
            }
        }
    }

    @Test func theStatusPageShowsTheLastReloadWithItsPlan() async throws {
        try await withGateway { gateway in
            try gateway.folder.edit("steps.lua", "order.status == \"paid\"", "order.status == \"sent\"")
            try gateway.container.reload()
            try await wait { gateway.log.contains("reloaded:") }
            let page = try await gateway.send("GET", "/").body
            #expect(page.contains("<p>generation 2 since ") && page.contains(", by call</p>"))
            #expect(page.contains(/<p class="good">adopted at [^<]+, by call<\/p>/))
            #expect(page.contains("orders.paid"))
        }
    }

    @Test func whatClientsSendIsEscaped() async throws {
        let html: HTML = "<b>\("<script>&\"")</b>\("x" as HTML)"
        #expect(html.text == "<b>&lt;script&gt;&amp;&quot;</b>x")
        try await withGateway { gateway in
            let event = Event(route: "<i>", request: "r", contentType: "text/plain", body: Data())
            try await gateway.store.accept(event, .fail(reason: "<u>"), targets: [])
            let page = try await gateway.send("GET", "/").body
            #expect(page.contains("&lt;i&gt;") && page.contains("&lt;u&gt;"))
            #expect(!page.contains("<i>") && !page.contains("<u>"))
        }
    }

    @Test func healthNamesWhatDoesNotWork() async throws {
        try await withGateway { gateway in
            #expect(
                try await gateway.send("GET", "/health").body.hasPrefix(
                    "{\"healthy\":true,\"services\":{\"store\":\"works\"},\"wiring\":{\"by\":\"start\",\"generation\":1,"
                ))
            try await gateway.store.close()
            let answer = try await gateway.send("GET", "/health")
            #expect(answer.status == 503)
            #expect(answer.body.contains("the store is closed"))
        }
    }

    @Test func metricsCountWhatHappens() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                try await gateway.order(paidOrder)
                try await gateway.order("{}")
                try await wait { try await gateway.store.targetSummaries()["shipping"]?.delivered == 1 }
                let answer = try await gateway.send("GET", "/metrics")
                #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
                let lines = Set(answer.body.split(separator: "\n").map(String.init))
                for line in [
                    "# TYPE relay_events_total counter", "relay_events_total{outcome=\"accepted\",route=\"orders\"} 1",
                    "relay_events_total{outcome=\"dropped\",route=\"orders\"} 1",
                    "relay_requests_total{status=\"202\"} 2",
                    "relay_deliveries_total{outcome=\"delivered\",target=\"shipping\"} 1",
                    "relay_deliveries_waiting{target=\"shipping\"} 0", "relay_generation 1",
                    "relay_reloads_total{outcome=\"adopted\"} 0", "relay_generations_in_use 1", "relay_scopes_open 1",
                    "relay_degraded 0", "relay_generations_former 0", "relay_instances_draining 0",
                    "relay_builds_total{scope=\"shared\",service=\"store\"} 1",
                    "relay_builds_total{scope=\"request\",service=\"exchange\"} 3",
                    "relay_service_steps_total{service=\"server\",step=\"started\"} 1",
                    "relay_resolves_total{scope=\"request\",service=\"exchange\"} 3",
                ] { #expect(lines.contains(line), "\(answer.body)") }
                // The filter sees both orders, and the transform one of them.
                let calls = answer.body.matches(of: /relay_function_calls_total\{function="[^"]*steps.lua:\d+"\} (\d)/)
                #expect(calls.map(\.output.1) == ["2", "1"], "\(answer.body)")
                #expect(answer.body.contains(/relay_function_microseconds_total\{function="[^"]*steps.lua:\d+"\} \d/))
                #expect(answer.body.contains(/relay_function_instructions_total\{function="[^"]*steps.lua:\d+"\} \d/))
            }
        }
    }
}
