import Foundation
import Moonwire
import Testing

@testable import RelayParts

/// Edits of the scripts while the gateway runs.
@Suite(.timeLimit(.minutes(5))) struct ReloadTests {
    @Test func editsOfRoutesAndTransformsTakeEffectAndTheSocketStays() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                let server = try await gateway.container.resolve(.server)
                let watch = try gateway.container.watch()
                defer { watch.cancel() }
                try await gateway.order(paidOrder)
                try await wait { receiver.bodies == [paidSummary] }

                try gateway.folder.edit("steps.lua", "customer = order.customer.name", "buyer = order.customer.name")
                try await wait { gateway.log.contains("reloaded:") }
                try await gateway.order(paidOrder)
                try await wait { receiver.bodies.count == 2 }
                #expect(receiver.bodies[1] == #"{"buyer":"Ada","id":"A1","total":17}"#)

                try gateway.folder.edit("routes.lua", "\"/hooks/orders\"", "\"/v2/orders\"")
                try await wait { try await gateway.order(paidOrder, path: "/v2/orders").status == 202 }
                #expect(try await gateway.order(paidOrder).status == 404)
                #expect(try await gateway.container.resolve(.server) === server)
            }
        }
    }

    @Test func aBrokenEditChangesNothing() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                let watch = try gateway.container.watch()
                defer { watch.cancel() }
                try gateway.folder.edit("routes.lua", "ref.shipping", "ref.shiping")
                try await wait { gateway.log.contains("an edit was refused, and the wiring stays as it was:") }
                #expect(gateway.log.contains("did you mean \"shipping\"?"))
                try await gateway.order(paidOrder)
                try await wait { receiver.bodies == [paidSummary] }
                #expect(try await gateway.send("GET", "/").body.contains("did you mean &quot;shipping&quot;?"))
            }
        }
    }

    @Test(arguments: [
        (
            "targets.lua", "\"http://127.0.0.1:%http.port%/hooks/inbox\"", "\"ftp://host/path\"",
            "a URL of a target must begin with http:// or https://, got \"ftp://host/path\""
        ),
        (
            "targets.lua", "name   = \"shipping\"", "name   = \"archive\"",
            "the name \"archive\" is that of \"archive\" already"
        ),
        (
            "routes.lua", "name      = \"inbox\"", "name      = \"orders\"",
            "the name \"orders\" is that of \"orders\" already"
        ),
        (
            "routes.lua", "\"/hooks/inbox\"", "\"/hooks/orders\"",
            "the path \"/hooks/orders\" is that of \"orders\" already"
        ),
    ])
    func anEditThatNoTypeRefusesIsRefusedByARule(_ file: String, _ old: String, _ new: String, _ message: String)
        async throws
    {
        let folder = Folder()
        let scripts = ["\(folder.path)/container.lua"]
        let variables = EnvironmentVariables { Folder.variables[$0] }
        let log = Lines().log
        let container = try Relay.container(
            scripts: scripts, data: folder.data, environment: .test, variables: variables, log: log)
        try folder.edit(file, old, new)
        let error = #expect(throws: ContainerError.self) { try container.reload() }
        #expect("\(error.map { "\($0)" } ?? "")".contains(message))
        #expect(error?.diagnostics.first?.location?.file == "\(folder.path)/\(file)")
    }

    /// Its event is a dead letter with the line of the script, and is processed again after the edit.
    @Test func aBrokenTransformLosesNothing() async throws {
        try await withReceiver { receiver in
            try await withGateway(targeting: receiver) { gateway in
                try gateway.folder.edit("steps.lua", "customer = order.customer.name", "customer = order.client.name")
                try gateway.container.reload()
                #expect(try await gateway.order(paidOrder).status == 202)
                let letter = try #require(try await gateway.store.deadLetters(limit: 9).first)
                let line = try gateway.folder.read("steps.lua").split(separator: "\n", omittingEmptySubsequences: false)
                    .firstIndex { $0.contains("order.client.name") }
                #expect(
                    letter.reason == "\(gateway.folder.path)/steps.lua:\((line ?? 0) + 1): a transform failed: "
                        + "attempt to index a nil value (field 'client')")
                let again = try await gateway.operate("POST", "/dead-letters/\(letter.id)")
                #expect(again.status == 409)
                #expect(again.body.contains("a transform failed"))

                try gateway.folder.edit("steps.lua", "customer = order.client.name", "customer = order.customer.name")
                try gateway.container.reload()
                let letters = try await gateway.store.deadLetters(limit: 9)
                #expect(letters.count == 1)
                #expect(try await gateway.operate("POST", "/dead-letters/\(letters[0].id)").status == 202)
                try await wait { receiver.bodies == [paidSummary] }
                #expect(receiver.events == [letter.event])
                #expect(try await gateway.store.deadLetters(limit: 9).isEmpty)
                #expect(try await gateway.store.eventCount() == 1)
            }
        }
    }

    /// The client has `reload = "drain"`.
    @Test func aDeliveryInProgressKeepsItsClient() async throws {
        let gate = Gate()
        try await withReceiver(behind: gate) { receiver in
            try await withGateway(targeting: receiver) { gateway in
                let client = try await gateway.container.resolve(.client)
                try await gateway.order(paidOrder)
                try await wait { receiver.requests.count == 1 }
                try gateway.folder.edit(
                    "container.lua", "delivery = { timeout = \"10s\" }", "delivery = { timeout = \"20s\" }")
                try gateway.container.reload()
                #expect(try await gateway.container.resolve(.client) !== client)
                #expect(gateway.container.generations.contains { $0.draining == ["client"] })
                let metrics = try await gateway.send("GET", "/metrics").body
                #expect(metrics.contains("relay_generations_former 1\n"))
                #expect(metrics.contains("relay_instances_draining 1\n"))
                gate.open()
                try await wait { try await gateway.store.targetSummaries()["shipping"]?.delivered == 1 }
                #expect(receiver.requests.count == 1)
            }
        }
    }

    @Test func anEditOfTheStoreIsRefused() async throws {
        try await withGateway { gateway in
            try gateway.folder.edit("container.lua", "megabytes = 4096", "megabytes = 8192")
            let error = #expect(throws: ContainerError.self) { try gateway.container.reload() }
            #expect("\(error.map { "\($0)" } ?? "")".contains("store"))
            #expect(try await gateway.send("GET", "/health").status == 200)
        }
    }

    /// The new server listens when the former one has stopped.
    @Test func aChangedServerTakesOverItsPort() async throws {
        try await withGateway { gateway in
            let server = try await gateway.container.resolve(.server)
            let parameters = "parameters { http = { port = \(gateway.port) } }\n"
            try gateway.folder.write(try gateway.folder.read("test.lua") + parameters, to: "test.lua")
            try gateway.container.reload()
            #expect(try await gateway.container.resolve(.server) !== server)
            try await wait { gateway.log.split(separator: "listening at http://127.0.0.1:\(gateway.port)").count == 3 }
            #expect(server.listeningPort == nil)
            #expect(try await gateway.send("GET", "/health").status == 200)
        }
    }
}
