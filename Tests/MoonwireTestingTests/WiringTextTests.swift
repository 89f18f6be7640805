import Moonwire
import MoonwireCore
import MoonwireSupport
import MoonwireTesting
import Testing

/// The text of a wiring, and the difference of two texts.
@Suite struct WiringTextTests {
    private static let script = #"""
        scopes { "session", request = { within = "session" } }
        parameters { brand = "INGENIUM", token = env.secret "TOKEN", plate = "%brand% of Coventry", key = "abc-%token%" }
        service "factory" { type = "PartFactory" }
        service "engine" {
            factory = { ref "factory", "part" }, args = { name = "%brand%" }, scope = "transient",
            tags = { { "part", priority = 10, color = "red" }, "spare" },
        }
        service "gauge" {
            type = "Part", args = { name = argument("name", "speed") }, scope = "transient", public = false,
            deprecated = "use a sensor\nof the new kind", call = { { "rename", "other" } },
        }
        service "base" { abstract = true, type = "Part", args = { name = "%plate%" } }
        service "plate" { parent = "base", eager = true, stop = "scrap" }
        service "sign" (function() return Part { name = "sign" } end)
        alias "motor" "engine"
        alias "machine" "engine"
        decorate "plate" { type = "Part", args = { name = "decorated", wrapped = inner } }
        inject { slot = "Board.part", value = ref "plate", force = true }
        inject { type = "Part", value = skip }
        inject { type = "Part", value = ref "sign" }
        hook.created("plate", function() end, { priority = 5, once = true })
        hook.reloaded(function() end)
        hook.created("plate", function() end)
        preferences "Zoom" { level = { default = 1 } }
        preferences "Settings" {
            volume = { default = 5, min = 0, max = 10, check = function() return true end },
            theme = { default = "auto", one_of = { "auto", "dark" } },
        }
        """#

    private static func text(_ script: String) throws -> String {
        let container = try Container(
            text: script, named: "/absolute/container.lua", types: [Part.self, PartFactory.self, Board.self],
            environment: .test, variables: EnvironmentVariables { ["TOKEN": "a very secret value"][$0] }
        ) { services in
            services.register("board") { _ in Board() }
            services.setParameter("password", to: "a very secret value")
        }
        return WiringText(try container.inspection, masking: []).text
    }

    @Test func allPartsOfAWiringAreShown() throws {
        #expect(
            try Self.text(Self.script) == #"""
                scope "request"
                    within: session

                scope "session"

                service "base"
                    type: Part
                    scope: shared
                    abstract: yes
                    argument "name": "%plate%"

                service "board"
                    built by: a closure of the application
                    type: Board
                    scope: shared

                service "engine"
                    built by: method "part" of "factory"
                    type: Part
                    scope: transient
                    tags: part (priority 10, color = "red"), spare
                    argument "name": "%brand%"
                    aliases: machine, motor

                service "factory"
                    type: PartFactory
                    scope: shared

                service "gauge"
                    type: Part
                    scope: transient
                    arguments: name: String = "speed"
                    deprecated: use a sensor\nof the new kind
                    public: no
                    argument "name": argument("name", "speed")
                    argument 1 of call "rename": "other"

                service "machine"
                    built by: alias of "engine"

                service "motor"
                    built by: alias of "engine"

                service "plate"
                    type: Part
                    scope: shared
                    decoration: plate -> plate.inner
                    argument "name": "decorated"
                    argument "wrapped": ref "plate.inner"

                service "plate.inner"
                    type: Part
                    scope: shared
                    parent: base
                    public: no
                    decoration: plate -> plate.inner
                    argument "name": "%plate%"
                    "eager": true
                    "stop": "scrap"

                service "sign"
                    built by: a function of the script
                    scope: shared

                parameter "brand"
                    value: "INGENIUM"

                parameter "key"
                    value: "abc-%token%"

                parameter "password"
                    value: "***"

                parameter "plate"
                    value: "%brand% of Coventry"

                parameter "token"
                    value: env.secret "TOKEN"

                preference Settings.theme
                    default: "auto"
                    one_of: "auto", "dark"
                    store: default
                    key: Settings.theme

                preference Settings.volume
                    default: 5
                    min: 0
                    max: 10
                    store: default
                    key: Settings.volume
                    check: function

                preference Zoom.level
                    default: 1
                    store: default
                    key: Zoom.level

                hook created "plate"
                    priority: 5
                    once: yes
                    function: function

                hook created "plate" (2)
                    priority: 0
                    once: no
                    function: function

                hook reloaded
                    priority: 0
                    once: no
                    function: function

                rule inject Board.part
                    value: ref "plate"
                    force: yes

                rule inject type Part
                    value: skip
                    force: no

                rule inject type Part (2)
                    value: ref "sign"
                    force: no

                """#)
    }

    @Test func theTextIsTheSameAgain() throws {
        let text = try Self.text(Self.script)
        let moved = "\n\n-- moved\n" + Self.script.replacing("\nservice", with: "\n\n-- moved\n\nservice")
        #expect(try Self.text(moved) == text)
        #expect(WiringText(text).text == text)
        #expect(!text.contains("absolute"))
        #expect(!text.contains("secret value"))
    }

    @Test func anEmptyWiringIsAnEmptyText() throws {
        let container = try Container(text: "", environment: .test)
        #expect(WiringText(try container.inspection, masking: []).text == "")
        #expect(WiringText("").blocks == [])
    }

    private func difference(_ stored: String, _ current: String) -> [String] {
        WiringText(current).difference(from: WiringText(stored))
    }

    @Test func onlyTheLinesThatDifferAreShown() {
        let stored = "service \"a\"\n    one\n    two\n    three\n"
        #expect(difference(stored, stored) == [])
        #expect(
            difference(stored, stored.replacing("two", with: "2")) == ["  service \"a\"", "-     two", "+     2"])
        #expect(difference(stored, stored.replacing("    two\n", with: "")) == ["  service \"a\"", "-     two"])
        #expect(
            difference(stored, stored + "    three\n") == ["  service \"a\"", "+     three"])
    }

    @Test func blocksThatWereAddedOrRemovedAreShown() {
        let (a, b, c) = ("service \"a\"\n    one\n", "service \"b\"\n    two\n", "service \"c\"\n    three\n")
        #expect(
            difference("\(a)\n\(b)", "\(b)\n\(c)") == [
                "+ service \"c\"", "+     three", "- service \"a\"", "-     one",
            ])
    }

    @Test func theOrderOfBlocksCounts() {
        let (a, b, c) = ("hook created \"a\"\n", "hook created \"b\"\n", "hook created \"c\"\n")
        #expect(
            difference("\(a)\n\(b)\n\(c)", "\(b)\n\(a)\n\(c)") == [
                "- hook created \"a\"", "- hook created \"b\"", "+ hook created \"b\"", "+ hook created \"a\"",
            ])
        #expect(difference("\(a)\n\(a)\n\(b)", "\(a)\n\(b)") == ["- hook created \"a\""])
    }
}

private final class Part: Exposed, Sendable {
    let name: String

    init(name: String, wrapped: Part? = nil) { self.name = name }

    static let exposure = Exposure(Part.self) {
        Initializer("name", ExposedArgument("wrapped", default: nil), body: Part.init)
        Method("rename", "name") { (_: Part, _: String) in }
        Method("scrap") { (_: Part) in }
    }
}

private final class PartFactory: Exposed, Sendable {
    static let exposure = Exposure(PartFactory.self) {
        Initializer { PartFactory() }
        Method("part", "name") { (_: PartFactory, name: String) in Part(name: name) }
    }
}

private final class Board: Exposed, @unchecked Sendable {  // Used by one thread.
    @Injected var part: Part

    static let exposure = Exposure(Board.self) {}
}
