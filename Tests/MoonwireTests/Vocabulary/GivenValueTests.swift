import Moonwire
import Testing

/// The values that arguments may have, and the ways to give them.
@Suite struct GivenValueTests {
    private func wired(_ script: String, register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try wire(Reports.report + script, types: Reports.types + [Shelf.self, Desk.self], register: register)
    }

    private static let shelf = """
        service "shelf" {
            type = "Shelf", scope = "transient",
            args = { people = argument("people", {}), byName = argument("byName", {}), plain = argument("plain", {}) },
        }

        """

    @Test func listsAndMapsOfServices() throws {
        let container = try wired(Self.shelf)
        let (ada, bob) = (Person(name: "Ada"), Person(name: "Bob"))
        let shelf = try container.resolve(
            "shelf", as: Shelf.self, arguments: ["people": [ada, bob], "byName": ["a": ada, "b": bob]])
        #expect(shelf.people[0] === ada && shelf.people[1] === bob && shelf.people.count == 2)
        #expect(shelf.byName["a"] === ada && shelf.byName["b"] === bob && shelf.byName.count == 2)
        let mixed: [String: Any] = ["a": ada, "b": Optional(bob) as Any]
        let other = try container.resolve(
            "shelf", as: Shelf.self, arguments: ["people": [ada] as [Any], "byName": mixed])
        #expect(other.people[0] === ada && other.byName["b"] === bob)
    }

    @Test func plainValues() throws {
        let container = try wired(Self.shelf)
        let plain = PlainValue.map([
            "list": .list([.integer(1), .text("x")]), "table": .table([.integer(7): .boolean(true)]),
        ])
        #expect(try container.resolve("shelf", as: Shelf.self, arguments: ["plain": plain]).plain == plain)
    }

    @Test func wrongElements() throws {
        let container = try wired(Self.shelf)
        #expect(
            message {
                _ = try container.resolve(
                    "shelf", as: Shelf.self, arguments: ["people": [Person(name: "Ada"), "Bob"] as [Any]])
            } == """
                container.lua:7: service "shelf": argument "people" at 2 expects Person, got String
                """)
        #expect(
            message {
                _ = try container.resolve("shelf", as: Shelf.self, arguments: ["byName": ["a": [Person(name: "Ada")]]])
            } == """
                container.lua:7: service "shelf": argument "byName" at a expects Person, got a list
                """)
    }

    @Test func providersAreGivenArguments() throws {
        let container = try wired(#"service "desk" { type = "Desk", args = { reports = provider "report" } }"#)
        let desk: Desk = try container.resolve("desk")
        let ada = Person(name: "Ada")
        let report = try desk.reports(arguments: ["user": ada, "title": "A"])
        #expect(report.owner === ada && report.title == "A")
        #expect(try desk.reports(arguments: ["user": ada]).title == "Untitled")
        #expect(
            message { _ = try desk.reports() } == """
                container.lua:1: service "report" needs argument "user" (Person)
                    it takes (user, title?)
                """)
        #expect(
            message { _ = try desk.reports(arguments: ["user": ada, "titel": "A"]) } == """
                container.lua:1: service "report" has no argument "titel"
                    did you mean "title"?
                    it takes (user, title?)
                """)
    }

    @Test func lazyServicesHaveNoArguments() {
        #expect(
            message { _ = try wired(#"service "desk" { type = "Desk", args = { reports = lazy "report" } }"#) } == """
                container.lua:5: service "desk": argument "reports" expects ServiceProvider<Report>, got `lazy "report"`
                container.lua:5: service "desk": argument "reports" refers to "report", which needs argument "user" (Person)
                    a provider is given the arguments at each call: write `provider "report"`
                    service "report" is defined at container.lua:1
                """)
    }

    @Test func resolversGiveArgumentsByType() throws {
        let container = try wired("") {
            $0.register("binder", scope: .transient) { resolver -> Binder in
                Binder(report: try resolver.resolve(Report.self, arguments: ["user": Person(name: "Ada")]), label: "")
            }
        }
        #expect(try container.resolve("binder", as: Binder.self).report.owner.name == "Ada")
    }

    @Test func asynchronousResolversGiveArgumentsByType() async throws {
        let container = try wired("") {
            $0.register("binder", scope: .transient) { resolver async throws -> Binder in
                Binder(
                    report: try await resolver.resolve(Report.self, arguments: ["user": Person(name: "Ada")]), label: ""
                )
            }
        }
        #expect(try await container.resolve("binder", as: Binder.self).report.owner.name == "Ada")
    }

    @Test func openScopesGiveArguments() throws {
        let container = try wired(
            """
            scopes { "request" }
            service "tape" { factory = function() return "of the request" end, scope = "request" }
            service "page" {
                type = "Report", scope = "transient",
                args = { owner = argument "user", title = ref "tape" },
            }
            """)
        let scope = try container.openScope("request")
        let ada = Person(name: "Ada")
        let page = try scope.resolve("page", as: Report.self, arguments: ["user": ada])
        #expect(page.owner === ada && page.title == "of the request")
        #expect(try scope.resolve(ServiceKey<Report>("report"), arguments: ["user": ada]).owner === ada)
        scope.close()
        #expect(
            message { _ = try scope.resolve("page", as: Report.self, arguments: ["user": ada]) }.contains("request"))
    }
}

private final class Shelf: Exposed {
    let people: [Person]
    let byName: [String: Person]
    let plain: PlainValue

    init(people: [Person], byName: [String: Person], plain: PlainValue) {
        (self.people, self.byName, self.plain) = (people, byName, plain)
    }

    static let exposure = Exposure(Shelf.self) {
        Initializer("people", "byName", "plain") { Shelf(people: $0, byName: $1, plain: $2) }
    }
}

private final class Desk: Exposed, Sendable {
    let reports: ServiceProvider<Report>

    init(reports: ServiceProvider<Report>) {
        self.reports = reports
    }

    static let exposure = Exposure(Desk.self) { Initializer("reports") { Desk(reports: $0) } }
}
