import Moonwire
import TestSupport
import Testing

/// `hook.building`: before a service is built.
@Suite struct BuildingHookTests {
    private static let car = """
        service "engine" { type = "Engine", args = { "Jaguar" } }
        service "car" { type = "Car", args = { engine = ref "engine" }, scope = "transient" }

        """

    @Test func hooksRunBeforeEachBuild() throws {
        let told = Collected<String>()
        let container = try wire(Self.car) { services in
            services.addHook(.building("tag:none")) { info in told.append("never \(info.id ?? "")") }
            services.addHook(.building("*")) { info in told.append("building \(info.id ?? "") \(info.path)") }
            services.addHook(.created("*")) { (_: Any, info) in told.append("created \(info.id ?? "")") }
        }
        for _ in 1...2 { _ = try container.resolve("car", as: Car.self) }
        #expect(
            told.elements == [
                "building car [\"car\"]", "building engine [\"car\", \"engine\"]", "created engine", "created car",
                "building car [\"car\"]", "created car",
            ])
    }

    @Test func anErrorPreventsTheBuild() throws {
        let built = Counter()
        let failures = Collected<String>()
        let container = try wire(
            Self.car + "hook.building(\"engine\", function(info) error(\"no engines for \" .. info.type) end)"
        ) { services in
            services.addHook(.created("*")) { (_: Any, _) in built.add() }
            services.addHook(.failed("*")) { error, info in failures.append("\(info.id ?? ""): \(error)") }
        }
        #expect(
            message { _ = try container.resolve("car", as: Car.self) } == """
                container.lua:3: hook.building("engine") failed: no engines for Engine
                    needed by car -> engine
                """)
        #expect(built.value == 0)
        #expect(failures.elements.count == 2)
        #expect(container.instances.isEmpty)
    }

    @Test func returnedValuesAreErrors() throws {
        let container = try wire(Self.car + "hook.building(\"engine\", function(info) return false, \"no\" end)")
        #expect(
            message { _ = try container.resolve("engine", as: Engine.self) }.hasPrefix(
                """
                container.lua:3: the function returned the Boolean false, which has no effect
                    in service "engine"
                    `error("reason")` prevents the build
                    in hook.building("engine") at container.lua:3
                """))
    }

    @Test func asynchronousBuildsAreToldToo() async throws {
        let told = Collected<String>()
        let container = try wire("") { services in
            services.register("slow") { _ async throws -> Engine in
                await Task.yield()
                return Engine(brand: "slow", cylinders: 1)
            }
            services.register("never") { _ async throws -> Engine in Engine(brand: "never", cylinders: 1) }
            services.addHook(.building("*")) { info in
                told.append(info.id ?? "")
                if info.id == "never" { throw Breakdown(reason: "not today") }
            }
        }
        #expect(try await container.resolve("slow", as: Engine.self).brand == "slow")
        #expect(told.elements == ["slow"])
        let error = await #expect(throws: ContainerError.self) { try await container.resolve("never", as: Engine.self) }
        #expect(
            error.map { "\($0)".contains("hook.building(\"*\") failed for service \"never\": not today") } == true)
    }

    /// A hook that is told about a build does not change what it makes: a reload keeps the instances.
    @Test func reloadOfAHookKeepsInstances() throws {
        let living = try Living(
            "service \"engine\" { type = \"Engine\", args = { \"Rover\" } }", types: [Engine.self])
        let engine = try living.container.resolve("engine", as: Engine.self)
        try living.reload(
            """
            service "engine" { type = "Engine", args = { "Rover" } }
            hook.building("*", function() error("no") end)
            """)
        #expect(try living.container.resolve("engine", as: Engine.self) === engine)
    }

    @Test func targetsAreChecked() {
        #expect(
            message { _ = try wire(Self.car + "hook.building(\"engin\", function() end)") } == """
                container.lua:3: hook.building("engin"): service "engin" is not defined
                    did you mean "engine"?
                """)
    }
}
