import Foundation
import MoonwireConsole
import TestSupport
import Testing

/// The formats of `check` that editors and servers for continuous integration read, `--strict`, and `--stamp`.
@Suite struct CheckReportTests {
    private static let script = """
        service "smtp" { type = "Transport", args = { host = "localhost" } }
        service "mailer" { type = "Mailer", args = { transport = ref "smpt" } }
        service "newsletter" { type = "Newsletter", args = { ref "mailer" } }
        parameters { host = env.string "MAIL_HOST" }
        """
    private static let warning =
        "parameters { host = env.string \"MAIL_HOST\" }\nservice \"a\" { type = \"A\", args = { \"%host%\" } }"

    private func check(_ script: String, _ options: String...) throws -> Transcript {
        try Folder(["container.lua": script]).check("container.lua", options: options)
    }

    @Test func compilerLinesHaveColumnsAndNotes() throws {
        let check = try check(Self.script, "--format", "compiler")
        #expect(
            check.output == """
                container.lua:2:63: error: service "mailer": argument "transport" refers to "smpt", which is not defined
                container.lua:2:63: note: did you mean "smtp"?
                container.lua:2:63: note: needed by newsletter -> mailer
                container.lua:4:33: warning: environment variable "MAIL_HOST" is not set here
                container.lua:4:33: note: `env.string("MAIL_HOST", …)` gives it a default
                note: the types are not known: names of types, labels, arguments, methods, and properties were not checked
                note: `TypeRegistry.manifest()` writes the data about types that a check needs
                """)
        #expect(check.status == .faults)
    }

    @Test func aCheckWithoutDiagnosticsWritesNothing() throws {
        let folder = try Folder(["container.lua": "parameters { a = 1 }", "types.json": noTypes])
        let check = folder.check(
            "container.lua", options: ["--format", "compiler", "--types", folder.file("types.json")])
        #expect(check.output == "")
        #expect(check.status == .clean)
    }

    private let noTypes = #"{ "version": 2, "types": [], "scopes": ["shared"] }"#

    @Test func columnsCountUnitsOfUTF16() throws {
        let check = try check(
            "local s = \"日本😀\" service \"a\" { type = \"A\", args = { ref.b } }", "--format", "compiler")
        #expect(check.output.hasPrefix("container.lua:1:57: error: "))
    }

    @Test func aNameThatIsAPartOfAnotherIsNotItsColumn() throws {
        let check = try check("service \"ab\" { type = \"A\", args = { ref.abc, ref.a } }", "--format", "compiler")
        #expect(check.output.contains("container.lua:1:41: error: service \"ab\": argument 1 refers to \"abc\""))
        #expect(check.output.contains("container.lua:1:50: error: service \"ab\": argument 2 refers to \"a\""))
    }

    @Test func commandsOfGitHubAnnotateLines() throws {
        let check = try check(Self.script, "--format", "github")
        #expect(
            check.output == """
                ::error file=container.lua,line=2,col=63,title=unknown-service::service "mailer": argument "transport" refers to \
                "smpt", which is not defined%0Adid you mean "smtp"?%0Aneeded by newsletter -> mailer
                ::warning file=container.lua,line=4,col=33,title=environment-missing::environment variable "MAIL_HOST" is not set \
                here%0A`env.string("MAIL_HOST", …)` gives it a default
                ::notice title=types-unchecked::the types are not known: names of types, labels, arguments, methods, and properties \
                were not checked%0A`TypeRegistry.manifest()` writes the data about types that a check needs
                """)
    }

    @Test func propertiesOfGitHubAreEscaped() throws {
        let folder = try Folder(["a,b:c%.lua": "service \"a\" { typ = \"50%\" }"])
        let check = folder.check("a,b:c%.lua", options: ["--format", "github"])
        #expect(check.output.hasPrefix("::error file=a%2Cb%3Ac%25.lua,line=1,col="))
    }

    @Test func sarifHasALocationForEachResult() throws {
        let check = try check(Self.script, "--format", "sarif")
        #expect(check.output == (try golden("check.sarif", recording: check.output)))
        #expect(check.status == .faults)
    }

    @Test func furtherDiagnosticsAreCounted() throws {
        let script = "for i = 1, 250 do service(\"s\" .. i) { type = \"S\", args = { ref(\"none\" .. i) } } end"
        let compiler = try check(script, "--format", "compiler").output
        #expect(compiler.components(separatedBy: " error: ").count == 101)
        #expect(compiler.hasSuffix("\nnote: 151 further diagnostics not shown"))
        #expect(try check(script, "--format", "github").output.hasSuffix("::151 further diagnostics not shown"))
        #expect(try check(script, "--format", "sarif").output.contains("151 further diagnostics not shown"))
    }

    @Test func strictMakesWarningsFaults() throws {
        let lenient = try check(Self.warning)
        #expect(lenient.status == .clean)
        #expect(lenient.output.hasSuffix("no faults, 1 warning in 3 environments (1 service, 1 parameter)"))
        let strict = try check(Self.warning, "--strict")
        #expect(strict.status == .faults)
        #expect(
            strict.output.hasPrefix("container.lua:1:33: error: environment variable \"MAIL_HOST\" is not set here"))
        #expect(strict.output.hasSuffix("1 fault in 3 environments"))
        #expect(
            try check(Self.warning, "--strict", "--format", "compiler").output.hasPrefix(
                "container.lua:1:33: error: environment variable"))
    }

    @Test func missingGeneratedTypesAreAWarning() throws {
        let folder = try Folder(["container.lua": "parameters { a = 1 }"])
        let arguments = ["--format", "compiler", "--generated-types", folder.file("App.types.json")]
        let missing = folder.check("container.lua", options: arguments)
        #expect(
            missing.output.hasPrefix(
                "warning: \"App.types.json\" is missing, so types are not checked: run `swift package generate-exposures`\n"
            ))
        #expect(missing.status == .clean)
        #expect(folder.check("container.lua", options: arguments + ["--strict"]).status == .faults)
        try folder.write(noTypes, to: "App.types.json")
        #expect(folder.check("container.lua", options: arguments).output == "")
        try folder.write("{}", to: "App.types.json")
        #expect(folder.check("container.lua", options: arguments).status == .usage)
    }

    @Test func aStampIsWrittenWithoutFaultsOnly() throws {
        let folder = try Folder(["good.lua": Self.warning, "bad.lua": Self.script])
        let stamp = folder.file("stamp")
        #expect(folder.check("bad.lua", options: ["--stamp", stamp]).status == .faults)
        #expect(!FileManager.default.fileExists(atPath: stamp))
        #expect(folder.check("good.lua", options: ["--stamp", stamp, "--strict"]).status == .faults)
        #expect(!FileManager.default.fileExists(atPath: stamp))
        #expect(folder.check("good.lua", options: ["--stamp", stamp]).status == .clean)
        #expect(FileManager.default.contents(atPath: stamp) == Data())
        let unwritable = folder.check("good.lua", options: ["--stamp", folder.file("none/stamp")])
        #expect(unwritable.status == .unwritten)
    }

    @Test func aStampReplacesNoContents() throws {
        let folder = try Folder(["good.lua": Self.warning, "stamp": ""])
        #expect(folder.check("good.lua", options: ["--stamp", folder.file("stamp")]).status == .clean)
        for name in ["good.lua", "."] {
            let wrong = folder.check("good.lua", options: ["--stamp", folder.file(name)])
            #expect(
                wrong.complaints
                    == "moonwire check: option \"--stamp\" expects a new or an empty file, got \"\(name)\"\n    see moonwire check --help"
            )
            #expect(wrong.status == .usage)
        }
        #expect(try String(contentsOfFile: folder.file("good.lua"), encoding: .utf8) == Self.warning)
    }

    @Test func aStampIsNotWrittenWithoutTheOutput() throws {
        let folder = try Folder(["good.lua": Self.warning])
        let output = Console.Output(
            standardOutput: { _ in throw CocoaError(.fileWriteOutOfSpace) }, standardError: { _ in })
        let status = Console().run(["check", folder.file("good.lua"), "--stamp", folder.file("stamp")], output: output)
        #expect(status == .unwritten)
        #expect(!FileManager.default.fileExists(atPath: folder.file("stamp")))
    }

    /// A carriage return with a line feed is one character in Swift.
    @Test func messagesMakeNoFurtherLines() throws {
        let script = #"error("a\r\n::error::forged\r\nforged.lua:1:1: error: b", 0)"#
        let commands = try check(script, "--format", "github").output.components(separatedBy: "\n")
        #expect(commands.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::notice ") })
        #expect(commands[0].contains("a%0D%0A::error::forged%0D%0Aforged.lua"))
        let lines = try check(script, "--format", "compiler").output.components(separatedBy: "\n")
        #expect(!lines.contains { $0.hasPrefix("forged.lua") || $0.hasPrefix("::error") })
        #expect(lines[0].contains("a ::error::forged forged.lua:1:1: error: b"))
    }

    /// As Lua does, which counts neither a line separator nor a form feed.
    @Test func columnsAreThoseOfTheLinesOfLua() throws {
        let script = "-- \u{2028} \u{C} \u{85}\r\nservice \"a\" { type = \"A\", args = { ref.b } }"
        #expect(try check(script, "--format", "compiler").output.hasPrefix("container.lua:2:40: error: "))
    }

    @Test func twoDescriptionsOfTheTypesAreAUsageError() throws {
        let wrong = try check("", "--types", "a.json", "--generated-types", "b.json")
        #expect(
            wrong.complaints
                == "moonwire check: \"--types\" and \"--generated-types\" cannot be combined\n    see moonwire check --help"
        )
        #expect(wrong.status == .usage)
    }
}
