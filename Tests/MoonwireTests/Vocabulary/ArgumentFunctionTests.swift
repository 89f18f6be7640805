import Moonwire
import Testing

/// Functions and asynchronous builds that read the arguments of their services.
@Suite(.timeLimit(.minutes(2))) struct ArgumentFunctionTests {
    private func wired(_ script: String) throws -> Container {
        try wire(Reports.report + script, types: Reports.types + [Cable.self])
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
