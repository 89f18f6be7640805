import Moonwire
import MoonwireObjects
import Testing

/// Mistakes in calls of `around`, word for word.
@Suite struct AroundMessageTests {
    private static let function = "(function(original, self, text) return original(text) end)"

    @Test(arguments: [
        ("around \"Mailer.sent\" \(function)", "\"sent\" is a property of Mailer, and around wraps methods"),
        (
            "around \"Mailer.sendd\" \(function)",
            "Mailer has no method \"sendd\" to wrap\n    did you mean \"send\"?"
        ),
        (
            "around \"Mailer.standard\" \(function)",
            "\"standard\" is a static method of Mailer, and around wraps methods of objects"
        ),
        ("around \"Mailer.later\" \(function)", "Mailer.later is asynchronous and cannot be wrapped"),
        (
            "around \"Mailerr.send\" \(function)",
            "type \"Mailerr\" is not exposed\n    did you mean \"Mailer\"?"
        ),
        (
            "around \"Sending.send\" \(function)",
            "around \"Sending.send\": Sending is not an exposed type, so it has no methods to wrap\n"
                + "    the types that provide it are wrapped one by one: `around \"Mailer.send\"`, "
                + "`around \"FastMailer.send\"`"
        ),
        (
            "around \"send\" \(function)",
            "around expects the name of a type and of its method, got \"send\"\n"
                + "    write `around \"Type.method\" (function(original, self, …) … end)`"
        ),
        ("around(3)", "around expects `Type.method` as a string, or an object, got the integer 3"),
        ("around \"Mailer.send\" (3)", "around \"Mailer.send\" expects a function, got the integer 3"),
        (
            "around \"Mailer.send\" (function(original, self) end)",
            "around \"Mailer.send\": the function must have 3 parameters, has 2\n"
                + "    write `function(original, self, text) … end`, or `function(original, self, ...) … end`"
        ),
        (
            "around(\"Mailer.send\", function() end)",
            "around \"Mailer.send\" takes the function in a second call\n"
                + "    write `around \"Mailer.send\" (function(original, self, …) … end)`"
        ),
    ])
    func mistakesAreFaultsAtTheirLine(_ line: String, _ expected: String) {
        #expect(message { _ = try office("\n" + line) } == "container.lua:2: " + expected)
    }

    @Test func aCallWithoutAFunctionIsAFault() {
        let said = message { _ = try office("around \"Mailer.send\"") }
        #expect(said.hasPrefix("container.lua:1: around \"Mailer.send\""), "\(said)")
    }

    @Test func everyFaultIsReported() {
        let said = message {
            _ = try office("around \"Mailer.a\" (function(...) end)\naround \"Mailer.b\" (function(...) end)")
        }
        #expect(said.contains("container.lua:1: ") && said.contains("container.lua:2: "), "\(said)")
    }

    @Test func withoutTheProductTheWordIsAFault() {
        let said = message {
            _ = try Container(text: "\naround \"Mailer.send\" (function(...) end)", environment: .test)
        }
        #expect(
            said == "container.lua:2: \"around\" is not defined\n"
                + "    it is a word of MoonwireObjects: add `import MoonwireObjects`, and `$0.addObjects()` to the registrations, "
                + "as in `try Container(scripts: …) { $0.addObjects() }`")
    }

    @Test(arguments: [
        (
            "around \"Mailer.send\" (function(original, self, text) return \"four\" end)",
            "container.lua:1: around \"Mailer.send\": the result of the function expects an integer, got the string \"four\""
        ),
        (
            "around \"Mailer.send\" (function(original, self, text) return original(self, text) end)",
            "container.lua:1: the original of Mailer.send takes 1 argument, got 2\n    in service \"sent\"\n"
                + "    it has its object already: leave out `self`"
        ),
        (
            "around \"Mailer.send\" (function(original, self, text) return original(4) end)",
            "container.lua:1: Mailer.send: argument \"text\" expects a string, got the integer 4"
        ),
    ])
    func mistakesOfWrappersAreErrorsAtTheirLine(_ line: String, _ expected: String) throws {
        let container = try office(
            line + "\nservice \"mailer\" { type = \"Mailer\" }\n"
                + "service \"sent\" (function(c) return c.get(\"mailer\"):send(\"a\") end)")
        let said = message { _ = try container.resolve("sent", as: Int.self) }
        #expect(said.contains(expected.split(separator: ": ", maxSplits: 1)[1]), "\(said)")
        #expect(said.contains("container.lua:1"), "\(said)")
    }

    @Test func theOriginalCannotBeCalledLater() throws {
        let container = try office(
            """
            local kept
            around "Mailer.send" (function(original, self, text) kept = original return 1 end)
            service "mailer" { type = "Mailer" }
            service "sent" (function(c) c.get("mailer"):send("a") return kept("b") end)
            """)
        let said = message { _ = try container.resolve("sent", as: Int.self) }
        #expect(
            said.contains("the original of Mailer.send can only be called until the function returns that received it"),
            "\(said)")
    }

    @Test func aTypeCannotBeWrappedLater() throws {
        let container = try office(
            "service \"late\" (function(c) around \"Mailer.send\" (function(...) end) return 1 end)")
        let said = message { _ = try container.resolve("late", as: Int.self) }
        #expect(said.contains("around \"Mailer.send\" cannot be used after the scripts have been read"), "\(said)")
    }
}
