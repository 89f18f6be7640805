import Moonwire
import Testing

/// The key `where` of `inject`.
@Suite struct WhereTests {
    private static let engines = """
        service "v8" { type = "Engine", args = { brand = "v8" } }
        service "v6" { type = "Engine", args = { brand = "v6" } }

        """

    private func dashboard(_ script: String) throws -> (Dashboard, Container) {
        let container = try wire(Self.engines + script)
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        return (dashboard, container)
    }

    @Test("DI-19: where = function(slot)") func conditionIsPartOfTheRule() throws {
        let (dashboard, container) = try dashboard(
            """
            inject { type = "Engine", value = ref "v6" }
            inject { type = "Engine", where = function(slot) return slot.name:find "^eng" ~= nil end, value = ref "v8" }
            inject { type = "Int", where = function(slot) return slot.name == "other" end, value = 3, silent = true }
            """)
        withExtendedLifetime(container) { #expect(dashboard.engine.brand == "v8" && dashboard.limit == nil) }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func conditionAloneMatchesAllSlotsAndComesLast() throws {
        let (dashboard, container) = try dashboard(
            """
            inject { where = function(slot) return slot.type == "Engine" end, value = ref "v8" }
            inject { where = function(slot) return slot.type == "Int" end, value = 3 }
            inject { type = "Int", value = 4 }
            """)
        withExtendedLifetime(container) { #expect(dashboard.engine.brand == "v8" && dashboard.limit == 4) }
        #expect(container.diagnostics.entries.map(\.code) == [.shadowedRule])
        #expect(
            container.diagnostics.entries.first?.message.hasPrefix(
                "inject where … never applies: inject type Int at ") == true)
    }

    @Test func conditionPrecedesTheSameRuleWithoutOne() throws {
        let (dashboard, container) = try dashboard(
            """
            inject { slot = "Dashboard.limit", where = function(slot) return slot.optional end, value = 3 }
            inject { slot = "Dashboard.limit", value = 4 }
            inject { type = "Engine", where = function() return true end, value = ref "v6" }
            inject { type = "Engine", where = function() return true end, value = ref "v8" }
            """)
        withExtendedLifetime(container) { #expect(dashboard.limit == 3 && dashboard.engine.brand == "v8") }
    }

    @Test func slotHasItsPropertiesAndNoOthers() throws {
        let (_, container) = try dashboard(
            """
            inject { slot = "Dashboard.limit", value = 1, where = function(slot)
                assert(slot.owner == "Dashboard" or slot.owner == "SportDashboard")
                assert(slot.name == "limit" and slot.type == "Int" and slot.wrapper == "Injected")
                assert(slot.optional == true and tostring(slot) == "slot " .. slot.owner .. ".limit")
                return true
            end }
            inject { type = "Engine", value = ref "v8" }
            """)
        #expect(container.diagnostics.entries.isEmpty)
        #expect(
            message { _ = try wire("inject { where = function(slot) return slot.nam == \"a\" end, value = 1 }") } == """
                container.lua:1: inject where …: "where" failed for slot Dashboard.engine: slot has no property or method "nam"
                    did you mean "name"?
                """)
    }

    /// The script counts its calls in a table of its own, which is what a condition must not do otherwise.
    @Test func functionIsCalledOncePerSlot() throws {
        let script = """
            local calls = {}
            inject { owner = "Dashboard", value = skip, where = function(slot)
                local key = slot.owner .. "." .. slot.name
                calls[key] = (calls[key] or 0) + 1
                return false
            end, silent = true }
            inject { type = "Engine", value = ref "v8" }
            inject { slot = "Dashboard.limit", value = function() return calls["Dashboard.limit"] end }
            """
        let (dashboard, container) = try dashboard(script)
        try withExtendedLifetime(container) {
            for _ in 0..<3 { try container.inject(into: Dashboard()) }
            #expect(dashboard.limit == 1)
        }
    }

    @Test func classesThatAppearLaterAreAsked() throws {
        final class Trailer {
            @Injected var load: Int?
            @Injected var spare: String?
        }
        let (_, container) = try dashboard(
            """
            inject { where = function(slot) return slot.owner == "Trailer" and slot.name == "load" end, value = 9,
                silent = true }
            inject { type = "Engine", value = ref "v8" }
            """)
        let trailer = Trailer()
        try container.inject(into: trailer)
        withExtendedLifetime(container) { #expect(trailer.load == 9 && trailer.spare == nil) }
    }

    @Test func errorForAClassThatAppearsLaterIsThrown() throws {
        final class Trailer { @Injected var load: Int }
        let (_, container) = try dashboard(
            """
            inject { type = "Engine", value = ref "v8" }
            inject { silent = true, value = 9, where = function(slot)
                if slot.owner == "Trailer" then error("no trailers") end
            end }
            """)
        #expect(
            message { try container.inject(into: Trailer()) }
                == "container.lua:5: inject where …: \"where\" failed for slot Trailer.load: no trailers")
    }

    @Test func slotWithoutAnOwnerIsNotMatched() throws {
        struct Bare { @Injected var limit: Int? }
        let (_, container) = try dashboard(
            """
            inject { type = "Engine", value = ref "v8" }
            inject { type = "Int", value = 3, where = function(slot) return true end }
            """)
        #expect(withContainer(container) { Bare().limit } == nil)
    }

    private final class Board: Exposed, @unchecked Sendable {  // One thread uses it.
        @Injected var engine: Engine

        static let exposure = Exposure(Board.self) { Initializer { Board() } }
    }

    @Test func reloadComparesWhatConditionsSelect() throws {
        let scripts = ["true", "slot.name ~= \"engine\""].map {
            Self.engines + """
                service "board" { type = "Board" }
                inject { type = "Engine", value = ref "v6" }
                inject { type = "Engine", where = function(slot) return \($0) end, value = ref "v8", silent = true }
                """
        }
        let living = try Living(scripts[0], types: [Board.self, Engine.self])
        let first = try living.container.resolve("board", as: Board.self)
        #expect(first.engine.brand == "v8")
        try living.reload(scripts[1])
        let second = try living.container.resolve("board", as: Board.self)
        #expect(second !== first && second.engine.brand == "v6")
        try living.reload(scripts[1] + "\n-- the same")
        #expect(try living.container.resolve("board", as: Board.self) === second)
    }

    @Test(arguments: [
        (
            #"inject { type = "Engine", where = "engine", value = ref "v8" }"#,
            #"container.lua:3: inject: "where" expects a function, got the string "engine""#
        ),
        (
            "inject { type = \"Engine\", value = ref \"v8\",\n    where = function(slot) return slot.name.first.name end }",
            """
            container.lua:4: inject type Engine where …: "where" failed for slot Dashboard.engine: attempt to index a nil value \
            (field 'first')
            """
        ),
        (
            #"inject { where = function() while true do end end, value = 1 }"#,
            """
            container.lua:3: inject where …: "where" failed for slot Dashboard.engine: the script exceeded its instruction limit
            """
        ),
    ])
    func mistakes(rule: String, expected: String) throws {
        let found = message { _ = try wire(Self.engines + rule) }
        #expect(found.split(separator: "\n").first.map(String.init) == expected, "\(found)")
    }

    @Test(arguments: [
        ("slot.name:find \"^eng\"", "the integer 1"), ("slot.name", "the string \"engine\""), ("0.5", "the number 0.5"),
        ("{}", "a map"), ("function() end", "a function"),
    ])
    func resultThatIsNotABooleanIsAWarning(result: String, found: String) throws {
        let (dashboard, container) = try dashboard(
            """
            inject { type = "Engine", value = ref "v8", silent = true }
            inject { type = "Engine", value = ref "v6",
                where = function(slot) return \(result) end }
            """)
        withExtendedLifetime(container) { #expect(dashboard.engine.brand == "v6") }
        let diagnostics = container.diagnostics.entries
        #expect(
            diagnostics.map(\.message) == [
                "inject type Engine where …: \"where\" must return a Boolean, got \(found) for slot Dashboard.engine"
            ])
        #expect(diagnostics.map(\.severity) == [.warning])
        #expect(diagnostics.map { $0.location?.line } == [5])
        #expect(
            diagnostics.map(\.hints) == [
                ["every value but `nil` and `false` is true; compare it, as in `slot.name:find \"^log\" ~= nil`"]
            ])
    }

    @Test func resultsThatAreMissingOrBooleansAreNotReported() throws {
        let (_, container) = try dashboard(
            """
            inject { type = "Engine", value = ref "v8" }
            inject { type = "Int", value = 3, where = function(slot) if slot.name == "limit" then return true end end }
            """)
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func conditionWithoutEffectIsAWarning() throws {
        let (_, container) = try dashboard(
            """
            inject { type = "Engine", value = ref "v8" }
            inject { type = "Int", value = 3, where = function(slot) slot.name:find "limit" end }
            """)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "inject type Int where …: the function returns false for every known slot"
            ])
    }
}
