import Moonwire
import TestSupport
import Testing

/// What hooks have to say of reloads, and what reloads make of instances that hooks had a hand in.
@Suite struct HookReloadTests {
    private static let town = #"service "town" { type = "Station", args = { name = "Leeds", log = ref "log" } }"# + "\n"

    @Test func vetoedReloadChangesNothing() throws {
        let hook = """
            hook.reloading(function(plan)
                if #plan.replaced > 0 then return false, "busy: " .. plan.replaced[1] end
            end)
            """
        let living = try Living(Self.town + hook)
        let town = try living.station("town")
        try living.edit(Self.town.replacing("Leeds", with: "York") + hook)
        #expect(
            message { try living.container.reload() } == """
                container.lua:2: hook.reloading vetoed the reload: busy: town
                    change or remove this hook to reload despite its veto
                """)
        let same = town === (try living.station("town"))
        #expect(same)
        #expect(try living.reload(Self.town + hook + "-- only moved") == "kept: log, town")
    }

    @Test func failingReloadingHookVetoes() throws {
        let living = try Living(Self.town) { services in
            services.addHook(.reloading) { _, _ in throw Refusal() }
        }
        try living.edit(Self.town.replacing("Leeds", with: "York"))
        #expect(message { try living.container.reload() }.hasSuffix("hook.reloading failed: not now"))
        #expect(try living.station("town").name == "Leeds")
    }

    private struct Refusal: Error, CustomStringConvertible { let description = "not now" }

    @Test func reloadedHookOfTheNewScriptRunsAfterTheReload() throws {
        let living = try Living(Self.town)
        let hook = #"hook.reloaded(function(plan, info) info.get("town"):leave(plan.text) end)"#
        _ = try living.station("town")
        try living.reload(Self.town.replacing("Leeds", with: "York") + hook)
        #expect(
            living.log.elements.map(living.readable) == [
                """
                ~ service "town" (container.lua:1 -> container.lua:1)
                replaced: town (changed)
                kept: log
                """
            ])
    }

    @Test func releasedHookRunsForReplacedInstancesOnly() throws {
        let hook =
            #"hook.released("*", function(object, info) if info.type == "Station" then object:leave("gone") end end)"#
        let other = "\n" + #"service "other" { type = "Station", args = { name = "other", log = ref "log" } }"#
        let living = try Living(Self.town + hook + other)
        _ = (try living.station("town"), try living.station("other"))
        try living.reload(Self.town.replacing("Leeds", with: "York") + hook + other)
        #expect(living.log.elements == ["gone"])
    }

    @Test func instanceWithACreatedHookIsKeptWhileTheHookIsUnchanged() throws {
        let swiftHooked = try Living(Self.town) { services in
            services.addHook(.created("town")) { (_: Station, _) in }
        }
        _ = try swiftHooked.station("town")
        #expect(try swiftHooked.reload(Self.town + "-- moved") == "kept: log, town")

        let hook = #"hook.created("town", function(station) return station end)"#
        let living = try Living(Self.town + hook)
        _ = try living.station("town")
        #expect(try living.reload() == "kept: log, town")
        #expect(
            try living.reload(Self.town + hook + "-- moved") == """
                replaced: town (a function, and files have changed)
                kept: log
                """)
        _ = try living.station("town")
        #expect(try living.reload(Self.town) == "replaced: town (changed)\nkept: log")
    }

    /// Hooks are told the tags of what is created.
    @Test func changedTagsReplaceServicesThatHaveHooks() throws {
        func tagged(_ tags: String, _ type: String = "Titled") -> String {
            #"service "town" { type = "\#(type)", args = { name = "Leeds" }, tags = { \#(tags) } }"#
        }
        let living = try Living(tagged(#""a""#), types: [Titled.self]) { services in
            services.addHook(.created("town")) { (town: inout Titled, info) in
                town.title = info.tags.joined(separator: " ")
            }
        }
        let title = { try living.container.resolve("town", as: Titled.self).title }
        #expect(try title() == "a")
        #expect(try living.reload(tagged(#"{ "a", priority = 1 }"#)).contains("kept: town"))
        #expect(try living.reload(tagged(#""b""#)).contains("replaced: town (changed)"))
        #expect(try title() == "b")

        let plain = try Living(tagged(#""a""#, "Station"))
        _ = try plain.station("town")
        #expect(try plain.reload(tagged(#""b""#, "Station")).contains("kept: town"))
    }

    private struct Titled: Exposed {
        let name: String
        var title = ""

        static let exposure = Exposure(Titled.self) {
            Initializer("name") { (name: String) in Titled(name: name) }
        }
    }

    @Test func aHookThatRunsOnceRunsOnceInEachGeneration() throws {
        let text = """
            service "fresh" { type = "Station", args = { name = "fresh", log = ref "log" }, scope = "transient" }
            hook.created("fresh", function(station) station:leave("once") end, { once = true })
            """
        let living = try Living(text)
        _ = (try living.station("fresh"), try living.station("fresh"))
        #expect(living.log.elements == ["once"])
        try living.reload()
        _ = (try living.station("fresh"), try living.station("fresh"))
        #expect(living.log.elements == ["once", "once"])
    }
}
