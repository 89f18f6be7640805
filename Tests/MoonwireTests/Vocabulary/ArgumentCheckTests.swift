import Moonwire
import Testing

/// What is known about arguments when the scripts are loaded.
@Suite struct ArgumentCheckTests {
    private func report(_ script: String, register: (inout Registrations) -> Void = { _ in }) -> String {
        message {
            _ = try wire(Reports.report + script, types: Reports.types + [Tray.self, Seal.self], register: register)
        }
    }

    @Test func twoDefaultsOfOneArgument() {
        #expect(
            report(
                """
                service "page" {
                    type = "Report", scope = "transient",
                    args = { owner = argument "user", title = argument("title", "A") },
                    set = { note = argument("title", "B") },
                }
                """) == """
                    container.lua:8: service "page": argument "title" has two defaults, "A" and "B"
                        the first one is at container.lua:7
                    """)
    }

    @Test func twoDefaultsThatAreNotPlainValues() {
        let people = """
            service "a" { type = "Person", args = { name = "a" }, scope = "graph" }
            service "b" { type = "Person", args = { name = "b" }, scope = "graph" }

            """
        #expect(
            report(
                people + """
                    service "page" {
                        type = "Report", scope = "transient",
                        args = { owner = argument("user", ref "a"), title = argument("label", param "x") },
                        set = { note = argument("label", param "x") },
                        call = { { "sign", argument("user", ref "b") } },
                    }
                    parameters { x = "x" }
                    """
            ).hasPrefix(
                """
                container.lua:11: service "page": argument "user" has two defaults, ref "a" and ref "b"
                    the first one is at container.lua:9
                """))
    }

    @Test func argumentsOfAnUndefinedOptionalServiceAreNeeded() throws {
        let container = try wire(
            Reports.report + """
                service "page" {
                    factory = function(args) return args.report end, scope = "transient",
                    args = { report = ref("report", { user = argument "user" }), more = optional("none", { x = argument "extra" }) },
                }
                """, types: Reports.types)
        #expect(
            message { _ = try container.resolve("page", as: Binder.self) } == """
                container.lua:5: service "page" needs arguments "user" and "extra"
                    it takes (user, extra)
                """)
    }

    /// What is only passed on is checked as if it were written in the definition.
    @Test func settingAndSupplyingWhatIsPassed() throws {
        let script =
            Reports.report + """
                parameters { title = "A" }
                service "page" {
                    type = "Binder", scope = "transient",
                    args = { report = ref("report", { user = ref "admin", title = param "title" }) },
                }
                service "admin" { synthetic = true }
                """
        let container = try wire(script, types: Reports.types)
        #expect(
            message { try container.setParameter("title", to: 5) }.contains(
                #"argument "title" of "report" expects a string, got the integer 5"#))
        #expect(
            message { try container.supply("Ada", for: "admin") }.contains(
                #"argument "user" of "report" expects Person, got"#))
    }

    @Test func defaultsMustFit() {
        #expect(
            report(
                """
                service "stamp" { type = "Seal", scope = "transient", args = { color = argument("color", "rde") } }
                service "other" { type = "Seal", scope = "transient", args = { color = argument("color", 5) } }
                """) == """
                    container.lua:5: service "stamp": argument "color" expects one of "red", "blue", got the string "rde"
                        did you mean "red"?
                    container.lua:6: service "other": argument "color" expects one of "red", "blue", got the integer 5
                    """)
    }

    @Test func factoriesInSwiftHaveEachArgumentOnce() {
        let found = report("") {
            $0.register("stamp", arguments: "color", "color") { (_, color: Wax, _: Wax) in Seal(color: color) }
        }
        #expect(found.hasSuffix(": service \"stamp\" has two arguments named \"color\""), "\(found)")
    }

    @Test func slotsThatTakeAServiceByItsType() {
        #expect(
            report("service \"tray\" { type = \"Tray\", scope = \"transient\" }") == """
                container.lua:5: service "tray": slot report takes "report" by its type, which needs argument "user" (Person)
                    an `inject` rule can pass arguments: `value = ref("report", { … })`
                    service "report" is defined at container.lua:1
                """)
        #expect(
            report(
                """
                service "tray" { type = "Tray", scope = "transient" }
                service "admin" { type = "Person", args = { name = "root" }, scope = "graph" }
                inject { type = "Report", value = ref("report", { user = ref "admin" }) }
                """) == "")
        #expect(
            report(
                """
                service "admin" { type = "Person", args = { name = "root" }, scope = "graph" }
                inject { type = "Report", value = ref("report", { title = "x" }) }
                """) == """
                    container.lua:6: inject type Report: "value" refers to "report", which needs argument "user" (Person)
                        write `ref("report", { title = …, user = … })`
                        service "report" is defined at container.lua:1
                    """)
    }

    @Test func parametersThatPassArgumentsEnd() {
        #expect(
            report(
                """
                parameters { first = ref("report", { title = param "second" }), second = ref("report", { title = param "first" }) }
                service "page" { type = "Binder", args = { report = param "first" }, scope = "graph" }
                """
            ) == "container.lua:5: parameter \"first\" refers to itself: first -> second -> first")
    }

    @Test func writtenArguments() {
        #expect(
            report(
                """
                service "a" { type = "Binder", args = { report = ref("report", "Ada") }, scope = "graph" }
                service "b" { type = "Binder", args = { report = ref("report", { "Ada" }) }, scope = "graph" }
                """) == """
                    container.lua:5: ref "report" expects a table of named arguments, got the string "Ada"
                        write `ref("report", { name = value })`
                    container.lua:6: ref "report" expects a table of named arguments, got a list
                        write `ref("report", { name = value })`
                    """)
    }
}

private enum Wax: String, CaseIterable, Convertible {
    case red, blue
}

private final class Seal: Exposed {
    let color: Wax

    init(color: Wax) {
        self.color = color
    }

    static let exposure = Exposure(Seal.self) { Initializer("color") { Seal(color: $0) } }
}

/// Its slot takes the only report.
private final class Tray: Exposed {
    @Injected var report: Report

    static let exposure = Exposure(Tray.self) { Initializer { Tray() } }
}
