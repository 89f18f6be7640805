import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `processor "csv" (function(text) … end)`: types of environment variables that scripts and applications add.
@Suite struct ProcessorTests {
    /// The beginning of each script, in seven lines.
    private static let processors = """
        processor "csv" (function(text)
            local values = {}
            for value in text:gmatch("[^;]+") do values[#values + 1] = value end
            return values
        end)
        processor "upper" (function(text) return text:upper() end)
        processor "double" (function(text) return tonumber(text) * 2 end)

        """

    private static let variables = [
        "HOSTS": "a;b", "NAME": "rover", "COUNT": "21", "CODED": "YTti", "WORD": "x", "KEY": "topsecret99",
    ]

    private func value(_ written: String) throws -> PlainValue {
        try held(written, variables: Self.variables, before: Self.processors)
    }

    @Test(arguments: [
        ("\"%env(csv:HOSTS)%\"", PlainValue.list([.text("a"), .text("b")])), ("\"%env(double:COUNT)%\"", .integer(42)),
        ("\"to %env(upper:NAME)%!\"", .text("to ROVER!")),
        ("\"%env(csv:base64:CODED)%\"", .list([.text("a"), .text("b")])),
        ("\"%env(csv:upper:HOSTS)%\"", .list([.text("A"), .text("B")])),
        ("\"%env(list:upper:NAME)%\"", .list([.text("ROVER")])),
        ("\"%env(default:7:double:NONE)%\"", .integer(14)), ("\"%env(default:a:b:upper:NONE)%\"", .text("A:B")),
        ("env.csv \"HOSTS\"", .list([.text("a"), .text("b")])), ("env.csv(\"NONE\", { \"c\" })", .list([.text("c")])),
    ]) func aProcessorReadsTheTextOfAVariable(_ written: String, _ read: PlainValue) throws {
        #expect(try value(written) == read)
    }

    @Test func parametersAndFunctionsUseIt() throws {
        let container = try wire(
            Self.processors + """
                parameters { hosts = "%env(csv:HOSTS)%" }
                service "count" (function(c) return Engine { brand = c.param("hosts")[2] } end)
                """, variables: Self.variables)
        #expect(try container.parameter("hosts", as: [String].self) == ["a", "b"])
        #expect(try container.resolve("count", as: Engine.self).brand == "b")
    }

    @Test func anApplicationAddsProcessors() throws {
        let container = try wire(
            "parameters { hosts = \"%env(csv:HOSTS)%\", first = env.csv(\"HOSTS\")[1] }", variables: Self.variables
        ) { services in
            services.addProcessor("csv") { text in .list(text.split(separator: ";").map { .text(String($0)) }) }
        }
        #expect(try container.parameter("hosts", as: [String].self) == ["a", "b"])
        #expect(try container.parameter("first", as: String.self) == "a")
    }

    @Test func mistakesOfAnApplicationAreFaults() {
        let said = message {
            _ = try wire("parameters { a = \"%env(csv:HOSTS)%\" }", variables: Self.variables) { services in
                services.addProcessor("csv", file: "App.swift", line: 1) { .text($0) }
                services.addProcessor("csv", file: "App.swift", line: 2) { .text($0) }
                services.addProcessor("json", file: "App.swift", line: 3) { .text($0) }
            }
        }
        #expect(
            said == """
                App.swift:2: processor "csv" is already defined
                    it is defined at App.swift:1
                App.swift:3: processor "json": "json" is a type that Moonwire provides
                    give it another name, which `%env(name:VARIABLE)%` uses
                """)
    }

    @Test func anErrorOfAnApplicationIsAtTheVariable() {
        struct Failure: Error, CustomStringConvertible { let description = "is no list" }
        let said = message {
            _ = try wire(
                "service \"engine\" { type = \"Engine\", args = { \"%env(csv:NAME)%\" } }", variables: Self.variables
            ) { services in
                services.addProcessor("csv") { _ in throw Failure() }
            }.resolve("engine", as: Engine.self)
        }
        #expect(
            said.hasPrefix(
                "container.lua:1: environment variable \"NAME\": processor \"csv\" failed: is no list"), "\(said)")
    }

    @Test(arguments: [
        (
            "processor \"int\" (function(text) return text end)",
            """
            container.lua:8: processor "int": "int" is a type that Moonwire provides
                give it another name, which `%env(name:VARIABLE)%` uses
            """
        ),
        (
            "processor \"a b\" (function(text) return text end)",
            """
            container.lua:8: processor "a b": a name consists of letters, digits, and underscores, and begins with no digit
            """
        ),
        (
            "processor \"csv\" (function(text) return text end)",
            """
            container.lua:8: processor "csv" is already defined
                it is defined at container.lua:1
            """
        ),
        ("processor \"x\" { }", "container.lua:8: processor \"x\" expects a function, got a map"),
        ("processor(7)", "container.lua:8: processor expects a name, got the integer 7"),
        (
            "local a = \"x\"\nparameters { a = \"%env(cvs:HOSTS)%\" }",
            """
            container.lua:9: parameters: "%env(cvs:HOSTS)%" in "a" is not valid: there is no type "cvs"
                did you mean "csv"?
            """
        ),
        (
            "parameters { a = \"%env(qqqqqqqq:HOSTS)%\" }",
            """
            container.lua:8: parameters: "%env(qqqqqqqq:HOSTS)%" in "a" is not valid: there is no type "qqqqqqqq"
                the types are string, int, number, bool, list, json, file, trim, base64, csv, double, upper
            """
        ),
    ]) func mistakesAreFaults(_ line: String, _ expected: String) {
        #expect(message { _ = try wire(Self.processors + line, variables: Self.variables) } == expected)
    }

    @Test(arguments: [
        (
            "\"%env(double:WORD)%\"",
            """
            container.lua:7: environment variable "WORD": processor "double" failed: attempt to perform arithmetic on a nil value
                in service "book"
                the variable is read at container.lua:11
            """
        ),
        (
            "\"%env(json:csv:HOSTS)%\"",
            """
            container.lua:11: environment variable "HOSTS": processor "csv" returned a list, which "json" cannot read
                in service "book"
                types are read from right to left: `%env(json:file:NAME)%` reads a file, and its JSON
            """
        ),
        (
            "\"%env(none:WORD)%\"",
            "container.lua:11: environment variable \"WORD\": processor \"none\" failed: it returned nothing"
        ),
        (
            "\"%env(why:WORD)%\"",
            "container.lua:11: environment variable \"WORD\": processor \"why\" failed: is no number"
        ),
        (
            "\"%env(odd:WORD)%\"",
            """
            container.lua:11: environment variable "WORD": processor "odd" failed: it returned a function, which is not plain data
            """
        ),
    ]) func whatAProcessorCannotReadIsAnError(_ written: String, _ expected: String) {
        let text =
            Self.processors + """
                processor "none" (function() end)
                processor "why" (function() return nil, "is no number" end)
                processor "odd" (function() return print end)
                service "book" { factory = function(args) return Engine { brand = tostring(args.a) } end, args = { a = \(written) } }
                """
        let said = message {
            let container = try wire(text, variables: Self.variables)
            _ = try container.resolve("book", as: Engine.self)
        }
        #expect(said.hasPrefix(expected), "\(said)")
    }

    @Test func whatIsMadeOfASecretIsMasked() {
        let said = message {
            let container = try wire(
                """
                processor "reversed" (function(text) return text:reverse() end)
                parameters { key = env.secret "KEY", made = "%env(reversed:KEY)%" }
                service "late" (function(c) error("the key is " .. c.param "made") end)
                """, variables: Self.variables)
            _ = try container.resolve("late", as: Int.self)
        }
        #expect(said.contains("the key is ***"), "\(said)")
    }

    @Test func errorsOfProcessorsDoNotShowSecrets() {
        let said = message {
            _ = try wire(
                """
                processor "strict" (function(text) error("cannot read " .. text) end)
                parameters { key = env.secret "KEY", made = "%env(strict:KEY)%" }
                service "engine" { type = "Engine", args = { brand = param "made" } }
                """, variables: Self.variables
            ).resolve("engine", as: Engine.self)
        }
        #expect(said.contains("cannot read ***"), "\(said)")
    }

    /// The strings differ, because the value of each is cached.
    @Test func processorsShareTheTimeOfALoad() {
        let said = message {
            _ = try wire(
                """
                processor "slow" (function(text) for i = 1, 3e6 do end return text end)
                local names = {}
                for i = 1, 2000 do names[i] = "%env(default:" .. i .. ":slow:NONE)%" end
                parameters { names = names }
                service "rack" { type = "Holder", args = { value = param "names" } }
                service "one" { type = "Holder", args = { value = "%env(default:one:slow:NONE)%" } }
                service "two" { type = "Holder", args = { value = "%env(default:two:slow:NONE)%" } }
                """, variables: Self.variables)
        }
        #expect(said.matches(of: /together, the processors used more than 1.0 seconds/).count == 1, "\(said)")
    }

    @Test func aReloadComparesWhatProcessorsReturn() throws {
        func text(_ body: String) -> String {
            """
            processor "loud" (function(text) return \(body) end)
            service "engine" { type = "Engine", args = { brand = "%env(loud:NAME)%" } }
            """
        }
        let living = try Living(text("text .. '!'"), variables: Lock(Self.variables), types: [Engine.self])
        let first = try living.container.resolve("engine", as: Engine.self)
        try living.edit(text("(text .. '!')"))
        try living.reload()
        #expect(try living.container.resolve("engine", as: Engine.self) === first)
        try living.edit(text("text .. '?'"))
        try living.reload()
        #expect(try living.container.resolve("engine", as: Engine.self).brand == "rover?")
    }

    @Test func wordsOfProcessorsBelongToTheReadingOfScripts() throws {
        let container = try wire(
            Self.processors + "service \"late\" (function() return env.csv \"HOSTS\" end)", variables: Self.variables)
        #expect(
            message { _ = try container.resolve("late", as: Int.self) }.hasPrefix(
                "container.lua:8: env.csv describes the wiring and cannot be used after the scripts have been read"))
    }
}
