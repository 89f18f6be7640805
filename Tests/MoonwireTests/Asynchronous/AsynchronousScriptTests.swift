import Moonwire
import TestSupport
import Testing

/// Scripts whose services are built asynchronously.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousScriptTests {
    private func container(_ script: String, register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try Container(
            text: script, named: "script.lua", types: [Cable.self, Window.self, Odometer.self, Station.self],
            environment: .dev, register: register)
    }

    @Test func asynchronousMethodsAreFactories() async throws {
        let container = try container(
            #"""
            service "main"   { type = "Cable", args = { name = "main" } }
            service "opened" { factory = "Cable.open", args = { name = "opened" } }
            service "branch" { factory = { ref "main", "branch" }, args = { name = "branch" } }
            service "twig"   { factory = { ref "branch", "branch" }, args = { name = "twig" }, scope = "transient" }
            """#)
        let twig: Cable = try await container.resolve("twig")
        #expect(twig.others.map(\.name) == ["branch"])
        #expect(try await container.resolve("main", as: Cable.self) === twig.others.first?.others.first)
        #expect(try await container.resolve("opened", as: Cable.self).name == "opened")
    }

    @Test func callsAreAwaitedInOrder() async throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = "main" }, call = { { "add", "one" }, { "note", "two" }, { "add", "three" } } }
            """#)
        #expect(try await container.resolve("main", as: Cable.self).log.elements == ["one", "two", "three"])
    }

    @Test func callOfASynchronousTypeMakesItsServiceAsynchronous() async throws {
        let script = #"service "meter" { type = "Odometer", call = { { "count", 2 }, { "count", 3 } } }"#
        let container = try container(script)
        #expect(
            message { _ = try container.resolve("meter", as: Odometer.self) } == """
                script.lua:1: service "meter" must be built asynchronously, because its call "count" is asynchronous
                    use `try await container.resolve("meter", …)`
                """)
        #expect(try await container.resolve("meter", as: Odometer.self).count(0) == 5)
    }

    @Test func membersOfTheTypeOfAFunctionAreLookedUpLate() async throws {
        let container = try container(
            #"""
            service "main"   { type = "Cable", args = { name = "main" } }
            service "found"  { factory = function(args, c) return c.get "main" end, uses = { "main" } }
            service "branch" { factory = { ref "found", "branch" }, args = { name = "branch" } }
            """#)
        let branch: Cable = try await container.resolve("branch")
        #expect(try await branch.others.first === container.resolve("main", as: Cable.self))
    }

    @Test func functionHasTheServicesThatItUses() async throws {
        let script = #"""
            service "main" { type = "Cable", args = { name = "main" } }
            service "found" { factory = function(args, c) return c.get "main" end USES }
            """#
        let container = try container(script.replacing("USES", with: #", uses = { "main" }"#))
        #expect(try await container.resolve("found", as: Cable.self).name == "main")
        let other = try self.container(script.replacing(" USES", with: ""))
        let found = await message { try await other.resolve("found", as: Cable.self) }
        #expect(
            found == """
                script.lua:1: service "main" must be built asynchronously, because its initializer is asynchronous
                    needed by found -> main
                    use `try await container.resolve("main", …)`
                """)
    }

    @Test func decoratorAwaitsWhatItWraps() async throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = "inner" } }
            decorate "main" { type = "Cable", args = { name = "outer", others = { inner } } }
            """#)
        let main: Cable = try await container.resolve("main")
        #expect(main.name == "outer")
        #expect(main.others.map(\.name) == ["inner"])
    }

    @Test func taggedServicesAreBuiltInTheirOrder() async throws {
        let container = try container(
            #"""
            service "one"   { type = "Cable", args = { name = "one" }, tags = { "line" } }
            service "two"   { type = "Cable", args = { name = "two" }, tags = { { "line", priority = 5 } } }
            service "three" { type = "Cable", args = { name = "three" }, tags = { "line" }, scope = "transient" }
            service "all"   { type = "Cable", args = { name = "all", others = tagged "line" } }
            """#
        ) {
            $0.register("counted") { resolver in
                try await resolver.tagged("line", as: Cable.self).map(\.name).joined(separator: " ")
            }
        }
        #expect(try await container.tagged("line", as: Cable.self).map(\.name) == ["two", "one", "three"])
        #expect(try await container.resolve("all", as: Cable.self).others.map(\.name) == ["two", "one", "three"])
        #expect(try await container.resolve("counted", as: String.self) == "two one three")
    }

    @Test func overrideDecidesWhatIsAsynchronous() async throws {
        let script = #"service "line" { type = "Station", args = { name = "line", next = ref "next" } }"#
        let awaiting: @Sendable (ServiceResolver) async throws -> Station = { _ in
            await Task.yield()
            return Station(name: "awaited", next: nil, later: nil, log: nil)
        }
        let first = try container(script) { $0.register("next", awaiting) }
        let name = try first.withOverrides {
            $0.override("next") { _ in Station(name: "at once", next: nil, later: nil, log: nil) }
        } operation: { () throws in
            try first.resolve("line", as: Station.self).next?.name
        }
        #expect(name == "at once")
        #expect(try await first.resolve("line", as: Station.self).next?.name == "awaited")
        let second = try container(script) {
            $0.register("next") { _ in Station(name: "at once", next: nil, later: nil, log: nil) }
        }
        try await second.withOverrides {
            $0.override("next", awaiting)
        } operation: { () async throws in
            #expect(try await second.resolve("line", as: Station.self).next?.name == "awaited")
        }
        #expect(try await second.resolve("line", as: Station.self).next?.name == "at once")
    }

    @Test func synchronousRequestOfAFactoryIsExplained() async throws {
        let container = try container(#"service "main" { type = "Cable", args = { name = "main" } }"#) {
            $0.register("user", file: "App.swift", line: 1) { (resolver: ServiceResolver) throws in
                try resolver.resolve("main", as: Cable.self).name
            }
        }
        #expect(
            await message { try await container.resolve("user", as: String.self) } == """
                script.lua:1: service "main" must be built asynchronously, because its initializer is asynchronous
                    needed by user -> main
                    use `try await container.resolve("main", …)`
                """)
        _ = try await container.resolve("main", as: Cable.self)
        #expect(try await container.resolve("user", as: String.self) == "main")
    }

    @Test func resolverFindsServicesByIdKeyAndType() async throws {
        let container = try container(#"service "main" { type = "Cable", args = { name = "main" } }"#) {
            $0.register("all") { resolver in
                let first: Cable = try await resolver.resolve("main")
                let second = try await resolver.resolve(ServiceKey<Cable>("main"))
                let third = try await resolver.resolve(Cable.self)
                return "\(first === second) \(second === third)"
            }
        }
        #expect(try await container.resolve("all", as: String.self) == "true true")
    }

    @Test func mainActorTypeIsBuiltWhereItBelongs() async throws {
        let container = try container(
            #"""
            service "panel"  { type = "Window", args = { title = "panel" } }
            service "window" { type = "Window", args = { title = "main", panel = ref "panel" }, call = { { "show", "hello" } } }
            """#)
        let window = try await Task.detached { try await container.resolve("window", as: Window.self) }.value
        #expect(await window.shown == ["hello"])
        #expect(window.panel?.title == "panel")
        let again = try await MainActor.run { try container.resolve("window", as: Window.self) }
        #expect(again === window)
    }

    @MainActor @Test func mainActorMayAwaitItsOwnServices() async throws {
        let container = try container(#"service "window" { type = "Window", args = { title = "main" } }"#) {
            $0.register("label") { @MainActor resolver in
                let window = try await resolver.resolve("window", as: Window.self)
                window.show("label")
                return window.title
            }
        }
        #expect(try await container.resolve("label", as: String.self) == "main")
        #expect(try await container.resolve(Window.self).shown == ["label"])
    }

    @Test func handleOfAnAsynchronousServiceNeedsAnInstance() async throws {
        let container = try container(
            #"""
            service "next" { factory = { ref "stations", "station" }, args = { name = "next" } }
            service "first" { type = "Station", args = { name = "first", later = provider "next" } }
            """#
        ) {
            $0.register("stations") { _ async in Stations() }
        }
        let first: Station = try await container.resolve("first")
        #expect(
            message { _ = try first.later?() } == """
                script.lua:1: service "next" must be built asynchronously, because it depends on "stations": next -> stations
                    use `try await container.resolve("next", …)`
                """)
        _ = try await container.resolve("next", as: Station.self)
        #expect(try first.later?().name == "next")
    }

    private final class Stations: Exposed, Sendable {
        static let exposure = Exposure(Stations.self) {
            Method("station", "name") { Station(name: $1, next: nil, later: nil, log: nil) }
        }
    }
}
