import Moonwire
import Testing

/// Functions and asynchronous builds that read the arguments of their services.
@Suite(.timeLimit(.minutes(5))) struct ArgumentFunctionTests {
    private func wired(_ script: String) throws -> Container {
        try wire(Reports.report + script, types: Reports.types + [Cable.self, Cord.self])
    }

    @Test func functionsUseTheDefaultThatTheDefinitionHas() throws {
        let container = try wired(
            """
            service "page" {
                type = "Report", scope = "transient",
                args = { owner = argument "user", title = argument("title", "A") },
                configure = function(report, c) report.note = c.argument "title" .. c.argument("title", "!") end,
            }
            """)
        let user = Person(name: "Ada")
        #expect(try container.resolve("page", as: Report.self, arguments: ["user": user]).note == "A!")
        #expect(try container.resolve("page", as: Report.self, arguments: ["user": user, "title": "B"]).note == "BB")
    }

    @Test func functionsOfInlineServicesReadArguments() throws {
        let container = try wired(
            """
            service "page" {
                type = "Binder", scope = "transient",
                args = {
                    report = inline {
                        type = "Report",
                        args = { owner = inline { factory = function(args, c) return Person { name = c.argument "name" } end } },
                    },
                },
            }
            """)
        #expect(try container.resolve("page", as: Binder.self, arguments: ["name": "Ada"]).report.owner.name == "Ada")
        #expect(
            message { _ = try container.resolve("page", as: Binder.self, arguments: ["name": "A", "nme": "x"]) } == """
                container.lua:5: service "page" was given argument "nme", which its function did not read
                    did you mean "name"?
                """)
    }

    @Test func hooksReadArguments() throws {
        let container = try wired(
            """
            hook.created("report", function(report, info) report.note = info.argument "user".name end)
            hook.resolved("report", function(report, info) report.note = report.note .. info.argument "title" end)
            """)
        let report = try container.resolve("report", as: Report.self, arguments: ["user": Person(name: "Ada")])
        #expect(report.note == "AdaUntitled")
    }

    @Test func hooksReadArgumentsOfAResolveWithoutAny() throws {
        let container = try wired(
            """
            service "page" {
                type = "Report", scope = "transient",
                args = { owner = inline { type = "Person", args = { name = "x" } }, title = argument("title", "A") },
            }
            service "plain" { type = "Person", scope = "transient", args = { name = "x" } }
            hook.resolved("page", function(page, info) page.note = info.argument "title" end)
            hook.created("plain", function(plain, info) plain.name = info.argument("name", "none") end)
            """)
        #expect(try container.resolve("page", as: Report.self).note == "A")
        #expect(try container.resolve("page", as: Report.self, arguments: ["title": "B"]).note == "B")
        #expect(try container.resolve("plain", as: Person.self).name == "none")
    }

    @Test func hooksReadArgumentsOfAnAsynchronousResolveWithoutAny() async throws {
        let container = try wired(
            """
            local seen
            service "cable" { type = "Cable", scope = "transient", args = { name = "c", others = argument("others", {}) } }
            hook.resolved("cable", function(cable, info) seen = #info.argument "others" end)
            service "seen" { factory = function() return tostring(seen) end, scope = "transient" }
            """)
        _ = try await container.resolve("cable", as: Cable.self)
        #expect(try await container.resolve("seen", as: String.self) == "0")
    }

    @Test func resolvedHooksReadArgumentsThatOnlyTheyKnow() throws {
        let container = try wired(
            """
            service "screen" {
                factory = function(args, c) return Report { owner = Person { name = "x" } } end,
                scope = "transient",
            }
            hook.resolved("screen", function(screen, info) screen.note = info.argument "note" end)
            """)
        #expect(try container.resolve("screen", as: Report.self, arguments: ["note": "read"]).note == "read")
        #expect(
            message { _ = try container.resolve("screen", as: Report.self, arguments: ["note": "read", "not": "x"]) }
                == """
                container.lua:5: service "screen" was given argument "not", which its function did not read
                    did you mean "note"?
                """)
    }

    @Test func keptDecoratorOfAFunctionTakesNoArguments() throws {
        let container = try wired(
            """
            service "cord" { factory = function(args, c) return Cord { name = c.argument("name", "none") } end, scope = "transient" }
            decorate "cord" { factory = function(args, c) return args.inner end, args = { inner = inner }, scope = "shared" }
            """)
        #expect(try container.resolve("cord", as: Cord.self).name == "none")
        #expect(
            message { _ = try container.resolve("cord", as: Cord.self, arguments: ["name": "x"]) } == """
                container.lua:6: decorator of "cord" has no argument "name"
                    it takes no arguments
                """)
    }

    @Test func overridesOfFunctionsTakeNoArguments() throws {
        let container = try wired(
            """
            service "cord" { factory = function(args, c) return Cord { name = c.argument("name", "none") } end, scope = "transient" }
            """)
        try container.withOverrides {
            $0.override("cord") { _ in Cord(name: "fake") }
        } operation: {
            let cord: Cord = try container.resolve("cord")
            #expect(cord.name == "fake")
            #expect(
                message { _ = try container.resolve("cord", as: Cord.self, arguments: ["name": "x"]) }.hasSuffix(
                    """
                    service "cord" has no argument "name"
                        it takes no arguments
                    """))
        }
        #expect(try container.resolve("cord", as: Cord.self, arguments: ["name": "x"]).name == "x")
    }

    @Test func namesOfArgumentsAreStrings() throws {
        let container = try wired(
            """
            service "page" {
                factory = function(args, c) return c.get("report", { [true] = "x" }) end,
                scope = "transient",
            }
            """)
        #expect(
            message { _ = try container.resolve("page", as: Report.self) } == """
                container.lua:6: c.get "report": the name of an argument expects a string, got the Boolean true
                    in service "page"
                """)
    }

    private static let cables = """
        service "cable" { type = "Cable", scope = "transient", args = { name = argument "name", others = argument("others", {}) } }
        service "pair" {
            type = "Cable", scope = "transient",
            args = { name = argument "name", others = { ref("cable", { name = argument "name" }), ref("cable", { name = "fixed" }) } },
        }
        service "kept" { type = "Cable", args = { name = "kept", others = { ref("cable", { name = "of kept" }) } } }
        """

    @Test func asynchronousBuildsReadArguments() async throws {
        let container = try wired(Self.cables)
        let cable = try await container.resolve("cable", as: Cable.self, arguments: ["name": "A"])
        #expect(cable.name == "A")
        let pair = try await container.resolve("pair", as: Cable.self, arguments: ["name": "B"])
        #expect(pair.name == "B")
        #expect(pair.others.map(\.name) == ["B", "fixed"])
        let kept: Cable = try await container.resolve("kept")
        #expect(kept.others.map(\.name) == ["of kept"])
        #expect(try await container.resolve("kept", as: Cable.self) === kept)
        let nested = try await container.resolve(
            ServiceKey<Cable>("cable"), arguments: ["name": "C", "others": [cable, pair]])
        #expect(nested.others.map(\.name) == ["A", "B"])
    }

    @Test func synchronousServicesToo() async throws {
        let container = try wired("")
        let report = try await container.resolve("report", as: Report.self, arguments: ["user": Person(name: "Ada")])
        #expect(report.owner.name == "Ada")
        let other: Report = try await container.resolve(arguments: ["user": Person(name: "Bob"), "title": "B"])
        #expect(other.title == "B")
    }

    @Test func wrongArgumentsOfAnAsynchronousResolve() async throws {
        let container = try wired(Self.cables)
        #expect(
            await failure { try await container.resolve("cable", as: Cable.self) } == """
                container.lua:5: service "cable" needs argument "name" (String)
                    it takes (name, others?)
                """)
        #expect(
            await failure { try await container.resolve("cable", as: Cable.self, arguments: ["nam": "x"]) } == """
                container.lua:5: service "cable" needs argument "name" (String)
                    it takes (name, others?)
                """)
        let found = await failure { try await container.resolve("cable", as: Cable.self, arguments: ["name": 5]) }
        #expect(
            found == """
                container.lua:5: service "cable": argument "name" expects a string, got Int
                """)
        #expect(
            message { _ = try container.resolve("cable", as: Cable.self, arguments: ["name": "x"]) } == """
                container.lua:5: service "cable" must be built asynchronously, because its initializer is asynchronous
                    use `try await container.resolve("cable", …)`
                """)
    }

    /// The error without the folder of the script.
    private func failure<R>(_ body: () async throws -> R) async -> String {
        do {
            _ = try await body()
            return ""
        } catch {
            return message { throw error }
        }
    }
}

private final class Cord: Exposed, Sendable {
    let name: String

    init(name: String) {
        self.name = name
    }

    static let exposure = Exposure(Cord.self) { Initializer("name") { Cord(name: $0) } }
}
