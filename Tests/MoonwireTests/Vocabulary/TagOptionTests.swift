import Moonwire
import MoonwireCore
import TestSupport
import Testing

/// `tagged("tag", { provider = true, exclude = { … } })`, and tags that nothing collects.
@Suite struct TagOptionTests {
    private static let couriers = """
        service "bicycle" { type = "Bicycle", tags = "courier", scope = "transient" }
        service "truck" { type = "Truck", tags = { { "courier", priority = 5, name = "big" } } }
        alias "lorry" "truck"

        """

    private func wired(_ text: String) throws -> Container {
        try wire(Self.couriers + text, types: Delivery.types + [Depots.self])
    }

    @Test func taggedPassesProviders() throws {
        let container = try wired(
            "service \"depots\" { type = \"Depots\", args = { each = tagged(\"courier\", { provider = true }) } }")
        let each = try container.resolve("depots", as: Depots.self).each
        #expect(try each.map { try $0().name } == ["truck", "bicycle"])
        #expect(try each[1]() as AnyObject !== each[1]() as AnyObject)
    }

    @Test func providersAreCollectedByAnAttribute() throws {
        let container = try wired(
            "service \"depots\" { type = \"Depots\", args = { byName = tagged(\"courier\", { provider = true, by = \"id\" }) } }"
        )
        #expect(try container.resolve("depots", as: Depots.self).byName.keys.sorted() == ["bicycle", "truck"])
    }

    @Test(arguments: ["\"truck\"", "ref \"truck\"", "ref.truck", "\"lorry\"", "\"@lorry\""])
    func excludedServicesAreNotCollected(service: String) throws {
        let container = try wired(
            "service \"hub\" { type = \"Hub\", args = { couriers = tagged(\"courier\", { exclude = { \(service) } }) } }"
        )
        #expect(try container.resolve("hub", as: Hub.self).couriers.map(\.name) == ["bicycle"])
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func decoratedServiceIsExcludedAsAWhole() throws {
        let container = try wired(
            """
            decorate "truck" { type = "Insured", args = { inner = inner } }
            service "hub" { type = "Hub", args = { couriers = tagged("courier", { exclude = { ref.truck } }) } }
            """)
        #expect(try container.resolve("hub", as: Hub.self).couriers.map(\.name) == ["bicycle"])
    }

    /// As the script wrote it, and not as the services that it selects.
    @Test func inspectionShowsTheExpression() throws {
        let scratch = Scratch()
        let expression = "tagged(\"courier\", { attributes = true })"
        try scratch.write(
            Self.couriers + "service \"hub\" { type = \"Hub\", args = { couriers = \(expression) } }", "container.lua")
        let reading = try ScriptWiring(scripts: [scratch.path("container.lua")]).read("dev")
        let graph = try #require(reading.graph)
        let hub = try #require(Inspection(graph).services.first { $0.id == "hub" })
        #expect(hub.values.map(\.written) == [expression])
    }

    @Test func excludingEverythingIsAnEmptyList() throws {
        let container = try wired(
            "service \"hub\" { type = \"Hub\", args = { couriers = tagged(\"courier\", { exclude = { \"truck\", \"bicycle\" } }) } }"
        )
        #expect(try container.resolve("hub", as: Hub.self).couriers.isEmpty)
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func excludingAServiceWithoutTheTagIsAWarning() throws {
        let container = try wired(
            """
            service "drone" { type = "Bicycle" }
            service "hub" { type = "Hub", args = { couriers = tagged("courier", { exclude = { "drone" } }) } }
            """)
        let warnings = container.diagnostics.entries
        #expect(
            warnings.map(\.message)
                == ["tagged \"courier\": \"exclude\" names service \"drone\", which does not have the tag"])
        #expect(warnings.map { $0.location?.line } == [5])
    }

    @Test func aliasOfAnyLengthIsExcluded() throws {
        let aliases = (0..<100).map { "alias \"a\($0)\" \"\($0 == 99 ? "truck" : "a\($0 + 1)")\"\n" }.joined()
        let container = try wired(
            aliases
                + "service \"hub\" { type = \"Hub\", args = { couriers = tagged(\"courier\", { exclude = { \"a0\" } }) } }"
        )
        #expect(try container.resolve("hub", as: Hub.self).couriers.map(\.name) == ["bicycle"])
        #expect(container.diagnostics.entries.isEmpty)
    }

    /// The list is searched, and its mistakes are reported, once for all definitions that contain it.
    @Test func sharedListIsReportedOnce() throws {
        let container = try wired(
            """
            service "drone" { type = "Bicycle" }
            local others = tagged("courier", { exclude = { "drone", optional "nobody" } })
            for number = 1, 50 do service("hub" .. number) { type = "Hub", args = { couriers = others } } end
            """)
        #expect(container.diagnostics.entries.count == 1)
        #expect(try container.resolve("hub7", as: Hub.self).couriers.count == 2)
    }

    @Test func handlesAreNotExcluded() {
        #expect(
            message {
                _ = try wired(
                    "service \"hub\" { type = \"Hub\", args = { couriers = tagged(\"courier\", { exclude = { lazy \"truck\" } }) } }"
                )
            } == "container.lua:4: tagged \"courier\": \"exclude\" expects a list of ids, got a handle")
    }

    @Test func otherExclusionIsAReasonToRebuild() throws {
        func text(_ options: String) -> String {
            Self.couriers + "service \"hub\" { type = \"Hub\", args = { couriers = tagged(\"courier\"\(options)) } }"
        }
        let living = try Living(text(""), types: Delivery.types)
        #expect(try living.container.resolve("hub", as: Hub.self).couriers.count == 2)
        try living.reload(text(", { exclude = { \"truck\" } }"))
        #expect(try living.container.resolve("hub", as: Hub.self).couriers.count == 1)
    }

    @Test func tagThatDiffersInALetterFromACollectedOneIsNoted() throws {
        let container = try wired(
            """
            service "drone" { type = "Bicycle", tags = { "curier", "flying" } }
            service "hub" { type = "Hub", args = { couriers = tagged "courier" } }
            """)
        let notes = container.diagnostics.entries
        #expect(notes.map(\.message) == ["no definition collects the tag \"curier\""])
        #expect(notes.map(\.suggestions) == [["courier"]])
        #expect(notes.map { $0.location?.line } == [4])
        #expect(notes.map(\.severity) == [.note])
    }

    @Test func tagThatAHookSelectsIsNotNoted() throws {
        let container = try wired(
            """
            service "drone" { type = "Bicycle", tags = "couriers" }
            service "hub" { type = "Hub", args = { couriers = tagged "courier" } }
            hook.created("tag:couriers", function() end)
            """)
        #expect(container.diagnostics.entries.isEmpty)
    }
}

private final class Depots: Exposed, Sendable {
    let each: [ServiceProvider<any Courier>]
    let byName: [String: ServiceProvider<any Courier>]

    init(each: [ServiceProvider<any Courier>], byName: [String: ServiceProvider<any Courier>]) {
        self.each = each
        self.byName = byName
    }

    static let exposure = Exposure(Depots.self) {
        Initializer("each") { (each: [ServiceProvider<any Courier>]) in Depots(each: each, byName: [:]) }
        Initializer("byName") { (byName: [String: ServiceProvider<any Courier>]) in Depots(each: [], byName: byName) }
    }
}
