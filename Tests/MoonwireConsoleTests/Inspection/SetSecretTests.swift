import Foundation
import Moonwire
import MoonwireConsole
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// What the application sets in place of a secret is shown as little as the secret itself.
@Suite struct SetSecretTests {
    private static let secret = "hunter2-SeCrEt-0123456789abcdef"

    private static let script = """
        parameters {
            plain = env.secret "KEY", text = "db://%plain%/x", deep = { list = { "a", param "plain" } },
            whole = env.secret("KEY"), other = "%env(OTHER)%", port = env.secret "PORT",
        }
        service "argument" { factory = function(args) error(args[1].x .. args[2][1], 0) end,
            args = { { x = "%text%" }, param "deep.list" } }
        service "typed" { type = "Transport", args = { host = param "port" } }
        service "checked" (function(c) error("not " .. c.param "plain":upper(), 0) end)
        local kept
        service "stopped" { type = "Transport", args = { "h", 1 },
            configure = function(t, c) kept = c.param "text" end,
            stop = function() error("stop " .. kept, 0) end }
        parameters { pins = { first = env.secret "PIN" } }
        service "map" { factory = function(args) end, args = { param "pins" } }
        """

    private let folder: Folder

    init() throws {
        folder = try Folder(["container.lua": Self.script])
    }

    /// No variable is set: that is when an application sets parameters.
    private func container() throws -> Container {
        try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self], environment: .dev,
            variables: EnvironmentVariables { $0 == "OTHER" ? "open" : nil })
    }

    private func expectNothing(in text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = text.lowercased()
        let letters = Array(Self.secret.lowercased())
        let shown = (0...(letters.count - 8)).map { String(letters[$0..<($0 + 8)]) }.filter { text.contains($0) }
        #expect(shown.isEmpty, "\(text)", sourceLocation: sourceLocation)
    }

    private func said(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch { return "\(error)" }
    }

    /// What is listed of each parameter, after a look at all commands.
    private func parameters(_ container: Container) -> [String: String] {
        let console = Console(wiring: Console.Wiring(container: container))
        let texts = SecretTests.commands.filter { $0[0] != "check" && !$0.contains("type") && !$0.contains("inline") }
            .map {
                Transcript(of: console, $0)
            }
        for text in texts { expectNothing(in: text.output + text.complaints) }
        var values: [String: String] = [:]
        for line in Transcript(of: console, ["parameters"]).output.split(separator: "\n") {
            let columns = line.components(separatedBy: "  ").filter { !$0.isEmpty }
            if let name = columns.first, columns.count == 3 {
                values[name] = columns[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return values
    }

    @Test func valueThatReplacesASecretIsMasked() throws {
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        try container.setParameter("whole", to: .text(Self.secret + "-2"))
        let list = parameters(container)
        #expect(list["plain"] == "***" && list["whole"] == "***")
        let wrong = said { try container.build("argument") }
        expectNothing(in: wrong)
        #expect(wrong.contains("db://***/x"))
        let failed = said { try container.build("checked") }
        expectNothing(in: failed)
        #expect(failed.contains("not ***"))
        #expect(said { _ = try container.parameter("plain", as: Int.self) }.contains("got a secret"))
        #expect(said { try container.setParameter("port", to: 42) }.contains("expects a string, got a secret"))
    }

    /// A value with a secret in it: directly, through other parameters, or in a map.
    @Test(arguments: ["text", "deep.list", "deep"]) func valueThatContainsASecretIsMasked(_ name: String) throws {
        let container = try container()
        let value: PlainValue =
            switch name {
            case "deep": ["list": [.text(Self.secret)]]
            case "deep.list": [.text(Self.secret), "more"]
            default: .text("db://\(Self.secret)/y")
            }
        try container.setParameter(name, to: value)
        let name = name == "deep" ? "deep.list" : name
        #expect(parameters(container)[name] == "***")
    }

    /// Where nothing was secret, nothing is.
    @Test func valuesOfOtherParametersAreNotMasked() throws {
        let container = try container()
        try container.setParameter("other", to: .text("shown-in-full"))
        #expect(parameters(container)["other"] == "\"shown-in-full\"")
    }

    @Test func setSecretIsStillMaskedAfterTheScriptChanges() throws {
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        for text in [
            Self.script, "parameters { plain = \"open\" }", Self.script + "\nparameters { plain = env.secret \"NEW\" }",
        ] {
            try folder.write(text, to: "container.lua")
            try container.reload()
            #expect(parameters(container)["plain"] == "***")
        }
        try container.setParameter("plain", to: .text(Self.secret + "-3"))
        #expect(parameters(container)["plain"] == "***")
        expectNothing(in: container.diagnostics.entries.map(\.description).joined())
    }

    /// A parameter that becomes a secret after the application has set it.
    @Test func editOfTheScriptMakesASetParameterASecret() throws {
        try folder.write("parameters { plain = \"open\" }", to: "container.lua")
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        try folder.write(Self.script, to: "container.lua")
        try container.reload()
        #expect(parameters(container)["plain"] == "***")
    }

    @Test func overriddenSecretIsMaskedInItsTask() throws {
        let container = try container()
        try container.withOverrides {
            $0.setParameter("plain", to: .text(Self.secret))
        } operation: {
            expectNothing(in: said { try container.build("argument") })
            let failed = said { try container.build("checked") }
            expectNothing(in: failed)
            #expect(failed.contains("not ***"))
            try container.setParameter("plain", to: .text(Self.secret + "-2"))
            expectNothing(in: said { try container.build("checked") })
        }
    }

    /// A value that does not fit is refused when it is set, without a word of what it was.
    @Test func refusalOfASecretOfTheWrongTypeMasksIt() throws {
        try folder.write(
            """
            parameters { port = env.secret "PORT" }
            service "argument" { type = "Transport", args = { host = "h", port = param "port" } }
            """, to: "container.lua")
        let container = try container()
        for value in [.text(Self.secret), "42", 0.5] as [PlainValue] {
            let text = said { try container.setParameter("port", to: value, file: "App.swift", line: 7) }
            #expect(
                text == """
                    \(folder.file("container.lua")):2: service "argument": argument "port" expects an integer, got a secret
                        parameter "port" is set at App.swift:7
                    """)
        }
    }

    /// One that is too short to be recognized in texts is not shown where it stands.
    @Test func shortSecretIsMaskedAtItsPosition() throws {
        let container = try container()
        try container.setParameter("pins.first", to: "qz")
        #expect(parameters(container)["pins.first"] == "***")
        let console = Console(wiring: Console.Wiring(container: container))
        let map = Transcript(of: console, ["explain", "map"]).output
        #expect(map.contains("***") && !map.contains("qz"))
    }

    /// A value that is set while a reload is under way, and whose parameter is no secret afterward.
    @Test func secretThatIsSetDuringAReloadIsMasked() throws {
        let box = Lock<Container?>(nil)
        let container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self], environment: .dev,
            variables: EnvironmentVariables { _ in nil }
        ) { services in
            services.addHook(.reloading) { _, _ in
                try box.withLock { $0 }?.setParameter("plain", to: .text(Self.secret))
            }
        }
        box.withLock { $0 = container }
        try folder.write(
            """
            parameters { plain = "open" }
            service "checked" (function(c) error("not " .. c.param "plain", 0) end)
            """, to: "container.lua")
        try container.reload()
        box.withLock { $0 = nil }
        #expect(said { try container.build("checked") }.contains("not ***"))
    }

    /// What is stopped knows the former value, which served until the application set another one.
    @Test func errorOfStoppingAServiceMasksSecrets() throws {
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        try container.reload()
        try container.build("stopped")
        try container.setParameter("plain", to: "something else")
        try folder.write("parameters { plain = env.secret \"KEY\" }", to: "container.lua")
        try container.reload()
        let said = container.diagnostics.entries.map(\.description).joined(separator: "\n")
        #expect(said.contains("could not be stopped"))
        expectNothing(in: said)
    }

    /// Instances may hold what the application replaced since, however many reloads ago.
    @Test(arguments: [1, 120]) func formerValuesOfASecretAreMasked(_ reloads: Int) throws {
        try folder.write(
            "parameters { plain = env.secret \"KEY\" }\nservice \"keeper\" { synthetic = true }", to: "container.lua")
        let container = try Container(
            scripts: [folder.file("container.lua")], environment: .dev, variables: EnvironmentVariables { _ in nil }
        ) { services in
            services.register("teller", scope: .transient) { resolver -> Teller in
                throw Teller.Failure(try resolver.resolve("keeper", as: Keeper.self).text)
            }
        }
        try container.supply(Keeper(text: Self.secret), for: "keeper")
        try container.setParameter("plain", to: .text(Self.secret))
        for number in 0..<reloads {
            try container.setParameter("plain", to: .text("another-\(number % 50)-of-many"))
            if number > 0 { try container.reload() }
        }
        #expect(said { try container.build("teller") }.hasSuffix("could not be built: ***"))
    }

    /// A type of the application may say what it read.
    @Test func errorOfReadingAParameterMasksSecrets() throws {
        struct Picky: Codable, Convertible {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "does not accept \(text)"))
            }
        }
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        let text = said { _ = try container.parameter("plain", as: Picky.self) }
        #expect(text.contains("does not accept ***"))
    }

    /// What is lent to an override knows what the override replaces.
    @Test func overriddenValueOfASecretIsMasked() throws {
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        let failed = try container.withOverrides {
            $0.setParameter("plain", to: "something else")
            $0.register("teller") { [secret = Self.secret] _ -> Teller in throw Teller.Failure(secret) }
        } operation: {
            said { try container.build("teller") }
        }
        #expect(failed.contains("teller"))
        expectNothing(in: failed)
    }

    @Test func parameterThatWasASecretBeforeIsMasked() throws {
        try folder.write("parameters { plain = \"open\" }", to: "container.lua")
        let container = try container()
        try container.setParameter("plain", to: .text(Self.secret))
        for text in [Self.script, "parameters { plain = \"open\" }"] {
            try folder.write(text, to: "container.lua")
            try container.reload()
        }
        #expect(parameters(container)["plain"] == "***")
    }

    /// A password of a test does not take the words of messages apart.
    @Test func shortSecretIsMaskedAsAWord() throws {
        try folder.write(
            """
            parameters { plain = env.secret "KEY" }
            service "word" (function(c) error("tested: TEST-" .. c.param "plain" .. ", atest, test1, (test)", 0) end)
            """, to: "container.lua")
        let container = try container()
        try container.setParameter("plain", to: "test")
        #expect(said { try container.build("word") }.hasSuffix("built: tested: ***-***, atest, test1, (***)"))
    }

    /// Scripts get bytes as strings; of a value of another kind, only the kind is told.
    @Test func valueAndTypeOfASecretInBytesAreMasked() throws {
        try folder.write(
            """
            parameters { plain = env.secret "KEY", pins = { first = env.secret "PIN" } }
            service "checked" (function(c) error("not " .. c.param "plain", 0) end)
            """, to: "container.lua")
        let container = try container()
        try container.setParameter("plain", to: .data(Data(Self.secret.utf8)))
        expectNothing(in: said { try container.build("checked") })
        try container.setParameter("pins.first", to: 42)
        #expect(
            said { try container.setParameter("pins.first", to: "qz", file: "App.swift", line: 7) }
                == "App.swift:7: parameter \"pins.first\" is an integer and cannot be set to a string")
    }
}

private struct Keeper: Sendable {
    let text: String
}

private final class Teller: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}
