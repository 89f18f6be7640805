import Moonwire
import TestSupport
import Testing

/// `args = { inherited, … }`: arguments that follow those of the parent.
@Suite struct AppendedArgumentTests {
    private static let base = """
        service "base" { abstract = true, type = "Engine", args = { "Jaguar" } }

        """

    private func said(_ text: String) -> String { message { _ = try wire(Self.base + text) } }

    @Test func argumentsFollowThoseOfTheParent() throws {
        let container = try wire(
            Self.base + """
                service "engine" { parent = "base", args = { inherited, 6 } }
                service "none" { abstract = true, type = "Engine" }
                service "middle" { abstract = true, parent = "none", args = { inherited, "Rover" } }
                service "last" { parent = "middle", args = { inherited, 8 } }
                service "labeled" { parent = "base", args = { inherited, cylinders = 12 } }
                service "same" { parent = "base", args = { inherited } }
                """)
        func engine(_ id: String) throws -> String {
            let engine = try container.resolve(id, as: Engine.self)
            return "\(engine.brand)\(engine.cylinders)"
        }
        #expect(try engine("engine") == "Jaguar6")
        #expect(try engine("last") == "Rover8")
        #expect(try engine("labeled") == "Jaguar12")
        #expect(try engine("same") == "Jaguar4")
    }

    @Test func theTypeOfTheChildDecidesHowManyItTakes() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Rover" } }
            service "base" { abstract = true, args = { ref "engine" } }
            service "car" { parent = "base", type = "Car", args = { inherited, auto } }
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Rover")
    }

    @Test(arguments: [
        (
            "service \"engine\" {\n    parent = \"base\",\n    args = { inherited,\n        \"six\" },\n}",
            "container.lua:5: service \"engine\": argument 2"
        ),
        (
            "service \"engine\" { parent = \"base\", args = { inherited, 6,\n    7 } }",
            "container.lua:"
        ),
        (
            "service \"engine\" { type = \"Engine\", args = { inherited, 6 } }",
            """
            container.lua:2: service "engine": `inherited` needs a parent, whose arguments it represents
                name it: `parent = "id"`
            """
        ),
        (
            "service \"engine\" { parent = \"base\", args = { 6, inherited } }",
            """
            container.lua:2: service "engine": `inherited` is not a value
                it is only allowed as the first element of `args` of a service: `{ inherited, 80 }`
            """
        ),
        (
            "service \"engine\" { parent = \"base\", args = inherited }",
            "container.lua:2: service \"engine\": \"args\" expects a table or `auto`, got `inherited`"
        ),
        (
            "service \"engine\" { parent = \"base\", set = { inherited } }",
            "container.lua:2: service \"engine\": `inherited` is not a value"
        ),
        (
            "service \"engine\" { parent = \"base\" }\nextend \"engine\" { args = { inherited, 6 } }",
            "container.lua:3: extend \"engine\": `inherited` is not a value"
        ),
        (
            "service \"engine\" { parent = \"base\", args = { inherited, 6 } }\nextend \"engine\" { args = { 8 } }",
            """
            container.lua:3: extend "engine": the service appends its arguments by position to those of its parent
                write the argument with its label
            """
        ),
    ]) func mistakesAreFaults(_ text: String, _ expected: String) {
        let said = said(text)
        #expect(said.hasPrefix(expected), "\(said)")
    }

    @Test(arguments: ["{}", "{ cylinders = 6 }"])
    func inheritedWithoutArgumentsIsAWarning(_ arguments: String) throws {
        let container = try wire(
            """
            service "base" { abstract = true, type = "Engine", args = \(arguments) }
            service "engine" {
                parent = "base",
                args = { inherited, "Rover" },
            }
            """)
        #expect(
            container.diagnostics.entries.map { "\($0)".replacing(/\/\S*\//, with: "") } == [
                """
                container.lua:4: warning: service "engine": `inherited` has no effect, because its parent "base" has no arguments by position
                    arguments with labels are inherited without it
                """
            ])
    }

    /// The line of an argument is its own, even if `extend` adds `auto`.
    @Test(arguments: ["auto", "{ auto }"]) func extendingWithAutoKeepsTheLines(_ arguments: String) {
        let said = said(
            """
            service "engine" {
                parent = "base",
                args = {
                    inherited,
                    "six",
                },
            }
            extend "engine" { args = \(arguments) }
            """)
        #expect(said.hasPrefix("container.lua:6: service \"engine\": argument 2"), "\(said)")
    }
}
