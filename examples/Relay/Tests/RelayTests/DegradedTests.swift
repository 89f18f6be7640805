import Foundation
import Moonwire
import Testing

@testable import RelayParts

/// Edits without a fault whose services do not work: the former wiring stays in use, and the pages show why.
@Suite(.timeLimit(.minutes(5))) struct DegradedTests {
    @Test func anInitializerThatThrowsLeavesTheFormerWiring() async throws {
        try await withGateway { gateway in
            let watch = try gateway.container.watch()
            defer { watch.cancel() }
            try gateway.folder.edit("steps.lua", "order.status == \"paid\"", "order.status == \"paid\" ")
            try await wait { gateway.container.reloadLog.count == 1 }
            let text = try gateway.folder.read("test.lua")
            try gateway.folder.write(text + Self.broken, to: "test.lua")
            try await wait { gateway.container.refusedReload != nil }
            let answer = try await gateway.send("GET", "/health")
            #expect(answer.status == 200)
            #expect(answer.body.contains("\"generation\":2"))
            #expect(answer.body.contains("was refused: \(gateway.folder.path)/test.lua:"))
            #expect(answer.body.contains("/dev/null/none cannot be opened"))
            let page = try await gateway.send("GET", "/").body
            #expect(page.contains("<p class=\"bad\">degraded: the edit of "))
            #expect(page.contains("by watch</p>"))
            // The watch tries it again from time to time.
            try await wait {
                try await gateway.send("GET", "/metrics").body.contains(
                    #/relay_reloads_total\{outcome="refused"\} [1-9]/#)
            }
            #expect(try await gateway.send("GET", "/metrics").body.contains("relay_degraded 1"))
            try await gateway.order(paidOrder)
            #expect(try await gateway.store.eventCount() == 1)

            try gateway.folder.write(text, to: "test.lua")
            try await wait { gateway.container.refusedReload == nil }
            #expect(try await gateway.send("GET", "/metrics").body.contains("relay_degraded 0"))
        }
    }

    /// A database that cannot be opened.
    private static let broken = """

        service "spare" { type = "EventStore", args = { path = "/dev/null/none", bell = ref.bell }, eager = true }

        """
}
