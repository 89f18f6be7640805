import Moonwire
import MoonwireTesting
import Testing

/// `limitBuilds(to:)`: a test says which services of the scripts are real.
@Suite struct LimitBuildsTests {
    final class Pump: Exposed, Sendable {
        static let exposure = Exposure(Pump.self) { Initializer { Pump() } }
    }

    final class Well: Exposed, Sendable {
        let pump: Pump

        init(pump: Pump) { self.pump = pump }

        static let exposure = Exposure(Well.self) { Initializer("pump", body: Well.init) }
    }

    private static let script = """
        service "pump" { type = "Pump" }
        service "well" { type = "Well", args = { pump = ref "pump" } }
        alias "spring" "well"
        """

    private func container(
        _ text: String = script, _ register: @escaping (inout Registrations) throws -> Void
    ) throws -> Container {
        try Container(text: text, types: [Pump.self, Well.self], environment: .test, register: register)
    }

    @Test func otherServicesCannotBeBuilt() throws {
        let container = try container { $0.limitBuilds(to: "well", file: "Tests/WellTests.swift", line: 3) }
        let error = #expect(throws: ContainerError.self) { try container.resolve("well", as: Well.self) }
        #expect(
            error.map { "\($0)" } == """
                Tests/WellTests.swift:3: hook.building("*") failed for service "pump": the test permits only builds of "well"
                    needed by well -> pump
                """)
        let none = try self.container { $0.limitBuilds() }
        let nothing = #expect(throws: ContainerError.self) { try none.resolve("pump", as: Pump.self) }
        #expect(nothing.map { "\($0)".contains("the test permits no build") } == true)
    }

    @Test func servicesOfTheApplicationCanBeBuilt() throws {
        let container = try container { services in
            services.limitBuilds(to: "well")
            services.override("pump") { _ in Pump() }
        }
        #expect(try container.resolve("well", as: Well.self).pump === container.resolve("pump", as: Pump.self))
        let overridden = try self.container { $0.limitBuilds(to: "well") }
        try overridden.withOverrides {
            $0.override("pump") { _ in Pump() }
        } operation: {
            () throws in
            _ = try overridden.resolve("well", as: Well.self)
        }
    }

    @Test func permittedServicesMayHaveDecorators() throws {
        let container = try container(
            """
            service "pump" { type = "Pump" }
            decorate "pump" (function(inner) return inner end)
            service "well" { type = "Well", args = { pump = ref "pump" } }
            """
        ) { $0.limitBuilds(to: "well", "pump") }
        _ = try container.resolve("well", as: Well.self)
    }

    @Test func aliasesAreFaults() {
        let error = #expect(throws: ContainerError.self) {
            try container { $0.limitBuilds(to: "spring", file: "Tests/WellTests.swift", line: 3) }
        }
        #expect(
            error.map { "\($0)" }
                == "Tests/WellTests.swift:3: pass \"limitBuilds\": \"spring\" is an alias; name the service \"well\"")
    }

    @Test func unknownServicesAreFaults() {
        let error = #expect(throws: ContainerError.self) {
            try container { $0.limitBuilds(to: "wel", file: "Tests/WellTests.swift", line: 3) }
        }
        #expect(
            error.map { "\($0)" } == """
                Tests/WellTests.swift:3: pass "limitBuilds": service "wel" is not defined
                    did you mean "well"?
                """)
    }

    @Test(.wiring(text: script, types: [Pump.self, Well.self]) { $0.limitBuilds(to: "pump") })
    func traitsLimitBuilds() throws {
        _ = try Test.container.resolve("pump", as: Pump.self)
        #expect(throws: ContainerError.self) { try Test.container.resolve("well", as: Well.self) }
    }
}
