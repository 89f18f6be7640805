import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// `pass.captive_dependencies { … }` and `pass.unused { … }`, in scripts and in Swift.
@Suite struct StandardPassTests {
    private func said(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) -> String {
        message { _ = try wire(text, register: register) }
    }

    private func remarks(
        _ text: String, register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> String {
        try wire(text, register: register).diagnostics.entries.map { $0.description.replacing(/\/\S*\//, with: "") }
            .joined(separator: "\n")
    }

    // MARK: Captive dependencies

    private static let captives = """
        service "session" { type = "Engine", args = { brand = "S", cylinders = 1 }, scope = "transient" }
        service "cache" { type = "Engine", args = { brand = "C", cylinders = 1 }, scope = "weak" }
        service "visit" { type = "Car", args = { ref "session" }, scope = "graph" }
        service "app" {
            type = "Car",
            args = { ref "session" },
        }
        alias "store" "cache"
        service "shop" { type = "Car", args = { ref "store" } }
        service "desk" { factory = function(c) return c.get "visit" end, uses = { "visit" } }
        service "lazy desk" { factory = function(c) return c.get "visit" end, uses = { lazy "session" } }
        service "short" { type = "Car", args = { ref "session" }, scope = "transient" }

        """

    @Test func keptServicesOfShorterLifeAreFaults() {
        #expect(
            said(Self.captives + "pass.captive_dependencies {}") == """
                container.lua:3: service "desk" has scope "shared" and keeps service "session", which has scope "transient"
                    desk -> visit -> session
                    `provider` resolves it each time it is used
                    reported by pass.captive_dependencies at container.lua:13
                container.lua:6: service "app" has scope "shared" and keeps service "session", which has scope "transient"
                    `provider` resolves it each time it is used
                    reported by pass.captive_dependencies at container.lua:13
                container.lua:9: service "shop" has scope "shared" and keeps service "cache", which has scope "weak"
                    `provider` resolves it each time it is used
                    reported by pass.captive_dependencies at container.lua:13
                """)
    }

    @Test func exceptionsAreNotReported() throws {
        let text = "pass.captive_dependencies { except = { \"session\", \"sho*\" }, severity = \"note\" }"
        #expect(try remarks(Self.captives + text) == "")
    }

    @Test func aServiceOfAScopeKeepsAnother() {
        let said = said(
            """
            scopes { "request" }
            service "token" { type = "Engine", args = { brand = "T", cylinders = 1 }, scope = "transient" }
            service "handler" { type = "Car", args = { ref "token" }, scope = "request" }
            pass.captive_dependencies {}
            """)
        #expect(
            said == """
                container.lua:3: service "handler" has scope "request" and keeps service "token", which has scope "transient"
                    `provider` resolves it each time it is used
                    reported by pass.captive_dependencies at container.lua:4
                """)
    }

    @Test func theApplicationAddsStandardPasses() {
        let said = said(Self.captives) { services in
            services.addPass(.captiveDependencies(except: ["desk", "shop"]), file: "App/App.swift", line: 7)
        }
        #expect(
            said == """
                container.lua:6: service "app" has scope "shared" and keeps service "session", which has scope "transient"
                    `provider` resolves it each time it is used
                    reported by pass.captive_dependencies at App/App.swift:7
                """)
    }

    // MARK: Unused services and parameters

    private static let unused = """
        parameters { brand = "B", old = { brand = "O", cylinders = 4 }, spare = "%brand%", key = "k", rule = 3, tag = 1 }
        defaults { public = false }
        service "engine" { type = "Engine", args = { brand = param "brand", cylinders = param "old.cylinders" } }
        service "car" { type = "Car", args = { ref "engine" } }
        service "main" { type = "Car", args = { ref "engine" }, public = true }
        service "tagged" { type = "Engine", args = { brand = "X", cylinders = 1 }, tags = { { "part", weight = "%tag%" } } }
        service "started" { type = "Engine", args = { brand = "X", cylinders = 1 }, eager = true }
        service "base" { type = "Engine", args = { brand = "X", cylinders = 1 } }
        service "child" { parent = "base", public = true }
        service "map" { type = "Holder", args = { value = { ["%key%"] = 1 } }, public = true }
        service "target" { type = "Engine", args = { brand = "X", cylinders = 1 } }
        alias "name" "target"

        """

    @Test func privateServicesAndParametersThatNothingUsesAreWarnings() throws {
        #expect(
            try remarks(Self.unused + "pass.unused {}") == """
                container.lua:4: warning: service "car" is private, and nothing refers to it
                    a function that gets it from `c` can name it in `uses`
                    reported by pass.unused at container.lua:13
                container.lua:1: warning: nothing in the scripts refers to parameter "old.brand"
                    name it in `except` if a function or the application reads it
                    reported by pass.unused at container.lua:13
                container.lua:1: warning: nothing in the scripts refers to parameter "rule"
                    name it in `except` if a function or the application reads it
                    reported by pass.unused at container.lua:13
                container.lua:1: warning: nothing in the scripts refers to parameter "spare"
                    name it in `except` if a function or the application reads it
                    reported by pass.unused at container.lua:13
                """)
    }

    @Test func rulesAndBindingsUseServicesAndParameters() throws {
        let text = """
            parameters { bound = 1, injected = 2, inside = "x" }
            service "spare" { type = "Engine", args = { brand = "X", cylinders = 1 }, public = false }
            bind { name = "cylinders", value = param "bound" }
            bind { name = "brand", value = optional("spare", { power = param "injected" }) }
            inject { type = "String", value = "%inside%" }
            pass.unused {}
            """
        #expect(!(try remarks(text).contains("refer")))
    }

    @Test func whatScriptsReadAndScenariosUseIsUsed() throws {
        let text = """
            parameters { read = "x", replaced = 1, own = 2 }
            service "spare" { type = "Engine", args = { brand = now(param "read"), cylinders = 1 }, public = false }
            service "engine" { type = "Engine", args = { brand = "X", cylinders = "%own%" } }
            scenario "test" {
                replace = { engine = { type = "Engine", args = { brand = "Y", cylinders = "%replaced%" }, uses = { "spare" } } },
            }
            pass.unused {}
            """
        #expect(try remarks(text) == "")
    }

    @Test func theNameOfADecoratedServiceIsReported() throws {
        let text = """
            service "engine" {
                type = "Engine", args = { brand = "X", cylinders = 1 }, public = false }
            decorate "engine" { type = "Engine", args = { brand = "Y", cylinders = 1 }, configure = function(e, c) end }
            pass.unused {}
            """
        #expect(
            try remarks(text).contains(
                "container.lua:1: warning: service \"engine\" is private, and nothing refers to it"))
    }

    /// The ids of a hundred services, each of 200 letters, take 268 million comparisons with these.
    @Test func patternsThatTakeTooLongAreAFault() {
        let said = said(
            """
            local all = {}
            for index = 1, 120 do all[index] = ("*a"):rep(60) .. "b" .. index end
            for index = 1, 100 do service(("a"):rep(200) .. index) { type = "Engine", args = { brand = "X", cylinders = 1 } } end
            pass.unused { except = all }
            """)
        #expect(
            said.hasPrefix(
                "container.lua:4: pass.unused: its patterns take too long to compare with the ids of all services"),
            "\(said)")
    }

    /// Only what is kept of the report is made: the paths of all would have a million ids.
    @Test func manyKeptServicesAreCounted() {
        let said = said(
            """
            pass.captive_dependencies {}
            service "s1" { type = "Engine", args = { brand = "S", cylinders = 1 }, scope = "transient" }
            for index = 2, 1500 do
                service("s" .. index) (function() end)
                extend("s" .. index) { scope = "graph", uses = { "s1", "s" .. (index == 2 and 1 or index - 1) } }
            end
            service "root" { factory = function() end, uses = { "s1500" } }
            """)
        #expect(said.contains("pass.captive_dependencies reported 1400 more faults"), "\(said.suffix(300))")
    }

    @Test func aHelperFunctionIsNamedWithItsCaller() {
        let said = said(
            """
            local function strict(name)
                pass.unused { except = name }
            end
            strict "a"
            strict "b"
            """)
        #expect(
            said == """
                container.lua:2: pass.unused: service "a" is not defined
                    called from container.lua:4
                container.lua:2: pass.unused: service "b" is not defined
                    called from container.lua:5
                """)
    }

    @Test func exceptionsMayBeServicesAndParameters() throws {
        let text =
            Self.unused
            + "pass.unused { except = { \"car\", \"old.*\", \"rule\", \"spare\", \"nothing*\" } }"
        #expect(
            try remarks(text) == """
                container.lua:13: warning: pass.unused: "nothing*" selects no service
                """)
    }

    @Test func whatTheApplicationSetsIsNotReported() throws {
        let remarks = try remarks("parameters { a = 1 }\npass.unused {}") { $0.setParameter("b", to: 2) }
        #expect(
            remarks == """
                container.lua:1: warning: nothing in the scripts refers to parameter "a"
                    name it in `except` if a function or the application reads it
                    reported by pass.unused at container.lua:2
                """)
    }

    @Test func unusedServicesCanBeFaults() {
        let said = said(
            "service \"a\" { type = \"Engine\", args = { brand = \"X\", cylinders = 1 }, public = false }\npass.unused { severity = \"fault\" }"
        )
        #expect(
            said == """
                container.lua:1: service "a" is private, and nothing refers to it
                    a function that gets it from `c` can name it in `uses`
                    reported by pass.unused at container.lua:2
                """)
    }

    // MARK: Mistakes

    @Test(arguments: [
        ("pass.unused()", "container.lua:1: pass.unused expects a table, got no value"),
        ("pass.unused \"a\"", "container.lua:1: pass.unused expects a table, got the string \"a\""),
        (
            "pass.unused { exept = \"a\" }",
            "container.lua:1: pass.unused: there is no key \"exept\"\n    did you mean \"except\"?"
        ),
        (
            "pass.unused {\nseverity = \"warn\" }",
            "container.lua:2: pass.unused: \"severity\" expects \"fault\", \"warning\", or \"note\", got the string \"warn\"\n    did you mean \"warning\"?"
        ),
        (
            "pass.unused { except = { 1 } }",
            "container.lua:1: pass.unused: \"except\" expects an id, \"tag:name\", \"type:Name\", a pattern with \"*\", or a list of these, got the integer 1"
        ),
        ("pass.unusd {}", "container.lua:1: pass has no field \"unusd\"\n    did you mean \"unused\"?"),
        (
            "pass.captive_dependencies { except = {\n\"engin\",\n\"tag:pert\", } }",
            """
            container.lua:2: pass.captive_dependencies: service "engin" is not defined
                did you mean "engine"?
            """
        ),
        ("pass.unused({}, 1)", "container.lua:1: pass.unused takes 1 argument, got 2\n    write `pass.unused { … }`"),
        ("pass.unused { except = {} }\npass.unused = 1", "container.lua:2: \"pass.unused\" cannot be replaced"),
    ])
    func mistakesAreFaults(_ text: String, _ message: String) {
        let services =
            "service \"engine\" { type = \"Engine\", args = { brand = \"X\", cylinders = 1 }, tags = \"part\" }"
        #expect(said(text + "\n" + services) == message)
    }

    @Test func tooManyTargetsAreAFault() {
        let said = said("local all = {}\nfor index = 1, 257 do all[index] = \"a*\" end\npass.unused { except = all }")
        #expect(
            said == """
                container.lua:3: pass.unused names 257 services, patterns, and components; at most 256 are permitted
                    a tag selects any number of services
                """)
    }
}
