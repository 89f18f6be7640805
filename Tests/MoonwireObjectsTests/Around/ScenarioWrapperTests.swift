import Moonwire
import MoonwireObjects
import MoonwireTesting
import Testing

/// Wrappers of what scenarios and overrides replace.
@Suite struct ScenarioWrapperTests {
    private static let script = """
        service "mailer" { type = "Mailer" }
        service "sent" { scope = "transient", factory = function(args) return args.mailer:send("a") end, args = { mailer = ref "mailer" } }
        around "Mailer.send" (function(original, self, text) return original("[" .. text .. "]") end)
        around "Mailer.greet" (function(original, self, name) return original(name) .. "!" end)
        around "FastMailer.send" (function(original, self, text) return original("fast " .. text) end)
        scenario "fast" { replace = { mailer = { type = "FastMailer" } } }
        scenario "wrapped" {
            replace = { mailer = function(c)
                local mailer = Mailer {}
                around(mailer, "send", function(original, self, text) return original(text .. " of the scenario") end)
                return mailer
            end },
        }

        """

    private func sent(_ container: Container) throws -> [String] {
        _ = try container.resolve("sent", as: Int.self)
        return try container.resolve("mailer", as: Mailer.self).sent
    }

    @Test func replacementsAreWrappedByTheirTypes() throws {
        let container = try office(Self.script)
        try container.withScenario("fast") { () throws in
            #expect(try sent(container) == ["[fast a]"])
            #expect(try container.resolve("mailer", as: FastMailer.self).greet("Ann") == "Hello Ann!")
        }
        #expect(try sent(container) == ["[a]"])
    }

    @Test func aWrapperOfAReplacementConcernsItAlone() throws {
        let container = try office(Self.script)
        try container.withScenario("wrapped") { () throws in #expect(try sent(container) == ["[a of the scenario]"]) }
        #expect(try sent(container) == ["[a]"])
        try container.withScenario("wrapped") { () throws in #expect(try sent(container) == ["[a of the scenario]"]) }
    }

    @Test func spiesAreWrapped() throws {
        let container = try office(Self.script)
        let spy = Mailer()
        try container.withOverrides {
            $0.override("mailer", as: Mailer.self) { _ in spy }
        } operation: {
            let undo = try container.around(spy, "send") { (original, spy: Mailer, text: String) throws -> Int in
                spy.note(text)
                return try original("spied " + text)
            }
            #expect(try sent(container) == ["note a", "[spied a]"])
            #expect(try container.resolve("mailer", as: Mailer.self).greeting("Ann") == "Hello Ann!")
            undo.undo()
            #expect(try sent(container) == ["note a", "[spied a]", "[a]"])
        }
        #expect(try sent(container) == ["[a]"])
    }

    @Test func scenariosWithWrappersRunBesideEachOther() async throws {
        let container = try office(Self.script)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<24 {
                group.addTask {
                    if index.isMultiple(of: 3) {
                        let line = try #require(try self.sent(container).last)
                        #expect(line == "[a]")
                    } else {
                        let name = index.isMultiple(of: 2) ? "fast" : "wrapped"
                        try await container.withScenario(name) { () async throws in
                            await Task.yield()
                            #expect(try self.sent(container) == [name == "fast" ? "[fast a]" : "[a of the scenario]"])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
