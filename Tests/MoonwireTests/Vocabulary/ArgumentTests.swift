import Moonwire
import Testing

/// `argument "name"`, and the resolves and references that give arguments.
@Suite struct ArgumentTests {
    private func wired(_ script: String, register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try wire(Reports.report + script, types: Reports.types, register: register)
    }

    private func report(_ script: String, _ action: (Container) throws -> Void = { _ in }) -> String {
        message { try action(try wired(script)) }
    }

    @Test func resolveGivesArguments() throws {
        let container = try wired("")
        let user = Person(name: "Ada")
        let report = try container.resolve("report", as: Report.self, arguments: ["user": user, "title": "Sales"])
        #expect(report.owner === user)
        #expect(report.title == "Sales")
        let other = try container.resolve("report", as: Report.self, arguments: ["user": user])
        #expect(other !== report)
        #expect(other.title == "Untitled")
        let third: Report = try container.resolve(arguments: ["user": user])
        #expect(third.owner === user)
        let fourth = try container.resolve(ServiceKey<Report>("report"), arguments: .init(["user": user]))
        #expect(fourth.owner === user)
    }

    @Test func referencesGiveArguments() throws {
        let container = try wired(
            """
            parameters { heading = "From a parameter" }
            service "admin" { type = "Person", args = { name = "root" }, scope = "graph" }
            service "page" {
                type = "Binder", scope = "transient",
                args = { report = ref("report", { user = ref "admin", title = param "heading" }) },
            }
            """)
        let page = try container.resolve("page", as: Binder.self)
        #expect(page.report.owner.name == "root")
        #expect(page.report.title == "From a parameter")
    }

    @Test func argumentsAreInAllValues() throws {
        let container = try wired(
            """
            service "whole" {
                type = "Report", scope = "transient",
                args = { owner = inline { type = "Person", args = { name = argument "name" } }, pages = argument "pages" },
                set = { note = argument("note", "none") },
                call = { { "sign", argument "name" } },
                configure = function(report, c) report.note = report.note .. " for " .. c.argument "name" end,
            }
            """)
        let whole = try container.resolve("whole", as: Report.self, arguments: ["name": "Ada", "pages": 7])
        #expect(whole.owner.name == "Ada")
        #expect(whole.pages == 7)
        #expect(whole.note == "none for Ada")
        #expect(whole.signatures == ["Ada"])
    }

    @Test func argumentsPassThroughServices() throws {
        let container = try wired(
            """
            service "page" {
                type = "Binder", scope = "transient",
                args = { report = ref("report", { user = argument "reader", title = "Fixed" }), label = argument "label" },
            }
            """)
        let user = Person(name: "Ada")
        let page = try container.resolve("page", as: Binder.self, arguments: ["reader": user, "label": "A"])
        #expect(page.report.owner === user)
        #expect(page.label == "A")
        #expect(page.report.title == "Fixed")
    }

    @Test func childrenInheritArguments() throws {
        let container = try wired("service \"summary\" { parent = \"report\", args = { pages = argument \"pages\" } }")
        let summary = try container.resolve(
            "summary", as: Report.self, arguments: ["user": Person(name: "Ada"), "pages": 3])
        #expect(summary.pages == 3)
        #expect(summary.title == "Untitled")
    }

    @Test func decoratorsPassArgumentsOn() throws {
        let container = try wired(
            """
            service "plain" { type = "Report", scope = "transient", args = { owner = argument "user" } }
            decorate "plain" { type = "Binder", args = { report = inner, label = argument("label", "inside") } }
            """)
        let user = Person(name: "Ada")
        let binder = try container.resolve("plain", as: Binder.self, arguments: ["user": user, "label": "B"])
        #expect(binder.report.owner === user)
        #expect(binder.label == "B")
        #expect(
            message { _ = try container.resolve("plain", as: Binder.self, arguments: ["label": "B"]) } == """
                container.lua:6: decorator of "plain" needs argument "user" (Person)
                    it takes (user, label?)
                """)
    }

    @Test func functionsReadArguments() throws {
        let container = try wired(
            """
            service "screen" {
                factory = function(args, c)
                    return Report { owner = c.argument "user", title = c.argument("title", "Screen") }
                end,
                scope = "transient",
            }
            service "list" {
                factory = function(args, c) return c.get("report", { user = Person { name = args.name }, title = "L" }) end,
                args = { name = argument "name" },
                scope = "transient",
            }
            """)
        let user = Person(name: "Ada")
        let screen = try container.resolve("screen", as: Report.self, arguments: ["user": user])
        #expect(screen.owner === user)
        #expect(screen.title == "Screen")
        let list = try container.resolve("list", as: Report.self, arguments: ["name": "Bob"])
        #expect(list.owner.name == "Bob")
        #expect(list.title == "L")
    }

    @Test func swiftRegistrationsTakeArguments() throws {
        let container = try wired(
            """
            service "admin" { type = "Person", args = { name = "root" }, scope = "graph" }
            service "page" {
                type = "Binder", scope = "transient",
                args = { report = ref("greeting", { user = ref "admin", title = "From Lua" }) },
            }
            """
        ) {
            $0.register("greeting", arguments: "user", ExposedArgument("title", default: "Hello")) {
                (_, user: Person, title: String) in Report(owner: user, title: title, pages: 2)
            }
        }
        let user = Person(name: "Ada")
        let greeting = try container.resolve("greeting", as: Report.self, arguments: ["user": user])
        #expect(greeting.owner === user)
        #expect(greeting.title == "Hello")
        #expect(try container.resolve("page", as: Binder.self).report.title == "From Lua")
        #expect(
            message { _ = try container.resolve("greeting", as: Report.self, arguments: ["title": "x"]) }.hasSuffix(
                """
                service "greeting" needs argument "user" (Person)
                    it takes (user, title?)
                """))
    }

    @Test func overridesTakeArguments() throws {
        let container = try wired("")
        let user = Person(name: "Ada")
        let title = try container.withOverrides {
            $0.override("report", arguments: "user", ExposedArgument("title", default: "Fake")) {
                (_, user: Person, title: String) in Report(owner: user, title: title, pages: 0)
            }
        } operation: {
            try container.resolve("report", as: Report.self, arguments: ["user": user]).title
        }
        #expect(title == "Fake")
    }

    @Test func wrongArgumentsOfAResolve() throws {
        let container = try wired("service \"tape\" { type = \"Person\", args = { name = \"x\" }, scope = \"graph\" }")
        let user = Person(name: "Ada")
        #expect(
            message { _ = try container.resolve("report", as: Report.self) } == """
                container.lua:1: service "report" needs argument "user" (Person)
                    it takes (user, title?)
                """)
        #expect(
            message { _ = try container.resolve("report", as: Report.self, arguments: ["user": user, "titel": "x"]) }
                == """
                container.lua:1: service "report" has no argument "titel"
                    did you mean "title"?
                    it takes (user, title?)
                """)
        #expect(
            message { _ = try container.resolve("report", as: Report.self, arguments: ["user": user, "user": user]) }
                == """
                container.lua:1: service "report" was given argument "user" twice
                """)
        #expect(
            message { _ = try container.resolve("tape", as: Person.self, arguments: ["user": user]) } == """
                container.lua:5: service "tape" has no argument "user"
                    it takes no arguments
                """)
        #expect(
            message { _ = try container.resolve("report", as: Report.self, arguments: ["user": "Ada"]) } == """
                container.lua:3: service "report": argument "owner" expects Person, got String
                """)
    }

    @Test func scopesWithArguments() {
        #expect(
            report(
                """
                service "kept" { type = "Person", args = { name = argument "name" } }
                service "weak" {
                    type = "Person", args = { name = argument "name" },
                    scope = "graph",
                }
                """) == """
                    container.lua:5: service "kept" has argument "name", but its scope is "shared" by default
                        write `scope = "transient"`, or `{ "cached", ttl = 60 }` for an instance for each value of the arguments
                    container.lua:5: service "kept" has scope "shared", but Person is not Sendable
                        use scope "transient" or "graph", or make Person Sendable
                    container.lua:8: service "weak" has argument "name", but its scope is "graph"
                        write `scope = "transient"`, or `{ "cached", ttl = 60 }` for an instance for each value of the arguments
                    """)
    }

    @Test func wrongArgumentsOfAReference() {
        #expect(
            report(
                """
                service "a" { type = "Binder", args = { report = ref "report" }, scope = "graph" }
                service "b" { type = "Binder", args = { report = ref("report", { usr = ref "c" }) }, scope = "graph" }
                service "c" { type = "Person", args = { name = "x" }, scope = "graph" }
                service "d" { type = "Binder", args = { report = ref("report", { user = "Ada", title = 5 }) }, scope = "graph" }
                """) == """
                    container.lua:5: service "a": argument "report" refers to "report", which needs argument "user" (Person)
                        write `ref("report", { user = … })`
                        service "report" is defined at container.lua:1
                    container.lua:6: service "b": argument "report" passes argument "usr", which "report" does not take
                        did you mean "user"?
                        it takes (user, title?)
                        service "report" is defined at container.lua:1
                    container.lua:6: service "b": argument "report" refers to "report", which needs argument "user" (Person)
                        write `ref("report", { user = … })`
                        service "report" is defined at container.lua:1
                    container.lua:8: service "d": argument "report": argument "title" of "report" expects a string, got the integer 5
                        service "report" is defined at container.lua:1
                    container.lua:8: service "d": argument "report": argument "user" of "report" expects Person, got the string "Ada"
                        service "report" is defined at container.lua:1
                    """)
    }

    @Test func misplacedArguments() {
        #expect(
            report(
                """
                parameters { user = argument "user" }
                inject { type = "Report", value = ref("report", { user = argument "user" }) }
                """) == """
                    container.lua:5: parameter "user": `argument "user"` is only allowed in the definition of a service
                    container.lua:6: inject type Report: `argument "user"` is only allowed in the definition of a service
                    """)
    }

    @Test func functionsThatReadWrongArguments() throws {
        let container = try wired(
            """
            service "screen" {
                factory = function(args, c) return Report { owner = c.argument "user" } end,
                scope = "transient",
            }
            service "kept" (function(c) return c.argument "user" end)
            """)
        let user = Person(name: "Ada")
        #expect(
            message { _ = try container.resolve("screen", as: Report.self, arguments: ["usr": user]) } == """
                container.lua:6: service "screen" needs argument "user"
                    did you mean "usr"?
                    it was given (usr)
                """)
        #expect(
            message { _ = try container.resolve("screen", as: Report.self, arguments: ["user": user, "usr": user]) }
                == """
                container.lua:5: service "screen" was given argument "usr", which its function did not read
                    did you mean "user"?
                """)
        #expect(
            message { _ = try container.resolve("kept", as: Report.self) } == """
                container.lua:9: service "kept" reads argument "user", but its scope is "shared"
                    write `{ factory = function(args, c) … end, scope = "transient" }`
                """)
    }
}
