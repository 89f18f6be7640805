import Moonwire
import TestSupport
import Testing

/// A mistake in a hook of `reloading` does not keep out the edit that corrects it; a veto that is meant counts.
@Suite struct VetoTests {
    private static let town = #"service "town" { type = "Station", args = { name = "Leeds" } }"# + "\n"
    private static let york = town.replacing("Leeds", with: "York")

    private static let remedy = "\n    change or remove this hook to reload despite its veto"

    /// Hooks with a mistake: they fail, in any way in which a function of a script can.
    private static let mistakes = [
        "hook.reloading(function(plan) print(#plan.chnged) end)",
        #"hook.reloading(function(plan, info) info.get "nobody" end)"#,
        #"hook.reloading(function() error "oh" end)"#,
        "hook.reloading(function() error { 1 } end)",
        "hook.reloading(function() while true do end end)",
        "hook.reloading(function(plan) local function f() return f() + 1 end f() end)",
        #"hook.reloading(function(plan, info) info.get("town"):fail() end)"#,
        "local function busy(plan) return plan.nothing.at.all end\nhook.reloading(function(plan) return busy(plan) end)",
    ]

    @Test(arguments: mistakes)
    func aHookThatFailsIsReportedAndDoesNotVeto(hook: String) throws {
        let living = try Living(Self.town + hook)
        try living.reload(Self.york + hook)
        #expect(try living.station("town").name == "York")
        let said = living.container.diagnostics.entries.map { living.readable("\($0)") }
        #expect(said.count == 1)
        #expect(said.allSatisfy { $0.contains("warning: ") && $0.contains("hook.reloading") })
    }

    @Test func aVetoThatTheEditCorrectsHasNoEffect() throws {
        let hook = """
            hook.reloading(function(plan)
                return plan.busy == true, "busy"
            end)
            """
        let living = try Living(Self.town + hook)
        #expect(
            message { try living.reload(Self.york + hook) }
                == "container.lua:2: hook.reloading vetoed the reload: busy" + Self.remedy)
        #expect(
            message { try living.reload("-- moved\n" + Self.york + hook) }
                .hasSuffix("vetoed the reload: busy" + Self.remedy))
        try living.reload(Self.york + hook.replacing("== true", with: "== nil"))
        #expect(try living.station("town").name == "York")
        #expect(
            living.container.diagnostics.entries.suffix(1).map { living.readable("\($0)") } == [
                """
                container.lua:2: warning: hook.reloading vetoed the reload: busy
                    the veto has no effect, because the reload changes or removes this hook
                """
            ])
    }

    @Test(arguments: ["\r\n", "\r", "\n\r"]) func linesOfHooksAreFoundWithEveryLineEnding(end: String) throws {
        let hook = "hook.reloading(function(plan)\n    return false\nend)".replacing("\n", with: end)
        let town = Self.town.replacing("\n", with: end)
        let living = try Living(town + hook)
        #expect(
            message { try living.reload(Self.york + hook) }.hasSuffix("hook.reloading vetoed the reload" + Self.remedy))
        try living.reload(Self.york + hook.replacing("false", with: "true"))
        #expect(try living.station("town").name == "York")
    }

    @Test func aVetoOfAHookThatTheEditRemovesHasNoEffect() throws {
        let living = try Living(Self.town + "hook.reloading(function() return false end)")
        try living.reload(Self.york)
        #expect(try living.station("town").name == "York")
    }

    @Test func vetoesOfOtherHooksInAnEditedFileStillApply() throws {
        let hooks = """
            hook.reloading(function() return false, "first" end)
            hook.reloading(function() return false, "second" end)
            """
        let living = try Living(Self.town + hooks)
        #expect(
            message { try living.reload(Self.town + hooks.replacing("first", with: "1")) }
                == "container.lua:3: hook.reloading vetoed the reload: second" + Self.remedy)
    }

    /// It may be meant: only a change to the hook itself lifts it, and the error says so.
    @Test func vetoByAHelperFunctionAppliesUntilTheHookIsEdited() throws {
        let helper = "local function isBusy() return true end\n"
        let hook = "hook.reloading(function() if isBusy() then return false, 'busy' end end)"
        let living = try Living(Self.town + helper + hook)
        let free = Self.york + helper.replacing("true", with: "false")
        #expect(
            message { try living.reload(free + hook) }
                == "container.lua:3: hook.reloading vetoed the reload: busy" + Self.remedy)
        #expect(try living.station("town").name == "Leeds")
        try living.reload(free + hook.replacing("'busy'", with: "'at work'"))
        #expect(try living.station("town").name == "York")
        try living.reload(Self.town + helper.replacing("true", with: "false") + hook)
        #expect(try living.station("town").name == "Leeds")
    }
}
