import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// `pass.boundaries { … }`: references between components.
@Suite struct BoundaryTests {
    private static let services = """
        service "domain.engine" { type = "Engine", args = { brand = "D", cylinders = 1 } }
        service "web.page" { type = "Car", args = { ref "domain.engine" } }
        service "table" { type = "Engine", args = { brand = "T", cylinders = 1 }, tags = "storage" }
        service "domain.car" {
            type = "Car",
            args = { ref "table" },
        }
        service "tool" { type = "Car", args = { ref "table" } }
        service "web.tool" { factory = function(c) return c.get "tool" end, uses = { "tool", provider "domain.engine" } }

        """

    private static let components = """
        pass.boundaries {
            components = {
                domain = { services = "domain.*" },
                storage = { services = { "tag:storage" }, uses = "domain" },
                web = { services = "web.*", uses = { "domain" } },
            },
        }
        """

    private func said(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) -> String {
        message { _ = try wire(text, register: register) }
    }

    @Test func referencesToOtherComponentsAreFaults() {
        #expect(
            said(
                Self.services + Self.components + "\nservice \"web.list\" { type = \"Car\", args = { ref \"table\" } }")
                    == """
                    container.lua:6: service "domain.car" of component "domain" refers to service "table" of component "storage"
                        component "domain" uses no other component
                        reported by pass.boundaries at container.lua:10
                    container.lua:17: service "web.list" of component "web" refers to service "table" of component "storage"
                        component "web" only uses "domain"
                        reported by pass.boundaries at container.lua:10
                    """)
    }

    @Test func aPassThatPermitsTheReferencesReportsNothing() throws {
        let permitted = Self.components.replacing("\"domain.*\" }", with: "\"domain.*\", uses = \"storage\" }")
        #expect(try wire(Self.services + permitted).diagnostics.entries.isEmpty)
    }

    @Test func exceptionsAndTheSeverityAreStated() throws {
        let text =
            Self.services + Self.components.replacing("components = {", with: "severity = \"note\", components = {")
        let container = try wire(text)
        #expect(container.diagnostics.entries.map(\.severity) == [.note])
        let excepted = text.replacing("severity = \"note\"", with: "except = \"domain.car\"")
        #expect(try wire(excepted).diagnostics.entries.isEmpty)
    }

    @Test func decoratorsBelongToTheComponentOfTheService() {
        let said = said(
            Self.services.replacing("args = { ref \"table\" },\n}", with: "args = { ref \"domain.engine\" },\n}")
                + """
                decorate "domain.car" { type = "Car", args = { ref "table" }, configure = function(car, c) end }

                """ + Self.components)
        #expect(
            said.contains("of component \"domain\" refers to service \"table\" of component \"storage\""), "\(said)")
    }

    @Test func theApplicationDescribesComponents() {
        let said = said(Self.services) { services in
            services.addPass(
                .boundaries(
                    .init("domain", services: ["domain.*"]),
                    .init("storage", services: ["tag:storage"], uses: ["domain"])),
                file: "App/App.swift", line: 7)
        }
        #expect(
            said == """
                container.lua:6: service "domain.car" of component "domain" refers to service "table" of component "storage"
                    component "domain" uses no other component
                    reported by pass.boundaries at App/App.swift:7
                """)
    }

    @Test func mistakesOfTheApplicationAreFaults() {
        let said = said(Self.services) { services in
            services.addPass(.boundaries(), file: "App/App.swift", line: 1)
            services.addPass(
                .boundaries(
                    .init("domain", services: ["domain.*"]), .init("domain", services: ["tag:storage"]),
                    .init("web", services: [])), file: "App/App.swift", line: 2)
        }
        #expect(
            said == """
                App/App.swift:1: pass.boundaries has no components
                App/App.swift:2: pass.boundaries: component "domain" is described twice
                App/App.swift:2: pass.boundaries: component "web" has no services
                """)
    }

    @Test func mistakesInComponentsAreFaults() {
        let said = said(
            Self.services + """
                pass.boundaries {
                    components = {
                        domain = {
                            services = { "domain.*", "tag:storag" },
                            uses = { "strage" },
                        },
                        storage = { services = "table" },
                        web = {
                            services = { "web.*", "domain.car" },
                        },
                    },
                }
                """)
        #expect(
            said == """
                container.lua:14: pass.boundaries: component "domain" uses "strage", which is not a component
                    did you mean "storage"?
                container.lua:17: pass.boundaries: service "domain.car" belongs to two components, "domain" and "web"
                """)
    }

    @Test(arguments: [
        (
            "pass.boundaries {}",
            "container.lua:1: pass.boundaries needs \"components\"\n    `components = { domain = { services = \"tag:domain\" }, … }`"
        ),
        (
            "pass.boundaries { components = 1 }",
            "container.lua:1: pass.boundaries: \"components\" expects a table of components, got the integer 1"
        ),
        (
            "pass.boundaries { components = {} }",
            "container.lua:1: pass.boundaries: \"components\" expects a table of components, got an empty table"
        ),
        (
            "pass.boundaries { components = {\na = {} } }",
            "container.lua:2: pass.boundaries: component \"a\" needs \"services\"\n    `services = { \"tag:a\" }`"
        ),
        (
            "pass.boundaries { components = {\na = 1 } }",
            "container.lua:2: pass.boundaries: component \"a\" expects a table, got the integer 1"
        ),
        (
            "pass.boundaries { components = {\na = { service = \"a\" } } }",
            """
            container.lua:2: pass.boundaries: component "a" needs "services"
                `services = { "tag:a" }`
            container.lua:2: pass.boundaries: component "a": there is no key "service"
                did you mean "services"?
            """
        ),
    ])
    func badTablesAreFaults(_ text: String, _ message: String) {
        #expect(said(text) == message)
    }
}
