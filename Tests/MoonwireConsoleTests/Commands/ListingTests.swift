import Moonwire
import MoonwireConsole
import TestSupport
import Testing

/// What the commands write that list something else than services.
@Suite struct ListingTests {
    private func run(_ arguments: String...) throws -> Transcript {
        let folder = try Mail.folder()
        let console = Console(wiring: try Mail.wiring(folder))
        return Transcript(of: console, arguments).without(folder.path + "/")
    }

    @Test func parametersAreListed() throws {
        let output = try run("parameters").output
        #expect(
            output == """
                host        "localhost"                   container.lua:1
                smtp.port   25                            container.lua:1
                smtp.url    "smtp://%host%:%smtp.port%"   container.lua:1
                            = "smtp://localhost:25"
                """)
        #expect(try run("parameters", "--name", "h*").output == "host   \"localhost\"   container.lua:1")
        let unknown = try run("parameters", "--name", "hots")
        #expect(
            unknown.complaints == """
                moonwire parameters: no parameter has name "hots"
                    did you mean "host"?
                    see moonwire parameters --help
                """)
        #expect(unknown.status == .usage)
    }

    @Test func parametersAsJSON() throws {
        let output = try run("parameters", "--name", "smtp.port", "--format", "json").output
        #expect(output == (try golden("parameters.json", recording: output)))
    }

    @Test func preferencesAreListed() throws {
        let output = try run("preferences").output
        #expect(
            output == """
                Settings.theme    "dark"   one of "dark", "light"                           container.lua:15
                Settings.volume   5        0 to 10                  as vol, once loudness   container.lua:14
                """)
    }

    @Test func preferencesAsJSON() throws {
        let output = try run("preferences", "--format", "json").output
        #expect(output == (try golden("preferences.json", recording: output)))
    }

    @Test func hooksAreListed() throws {
        let output = try run("hooks").output
        #expect(
            output == """
                created    "mail*"   priority 3   mailer   container.lua:11
                reloaded                                   container.lua:12
                """)
        #expect(try run("hooks", "--event", "reloaded").output == "reloaded   container.lua:12")
        #expect(try run("hooks", "--event", "failed").output == "no hooks")
        #expect(
            try run("hooks", "--event", "create").complaints.hasPrefix(
                "moonwire hooks: option \"--event\" expects \"registered\", \"building\", \"created\", "))
    }

    @Test func hooksAsJSON() throws {
        let output = try run("hooks", "--event", "created", "--format", "json").output
        #expect(output == (try golden("hooks.json", recording: output)))
    }

    @Test func rulesAreListed() throws {
        let output = try run("rules").output
        #expect(
            output == """
                inject Desk.mailer   ref "mail"                      container.lua:17
                  Desk.mailer
                inject type Mailer   skip, forced                    container.lua:18
                  Desk.mailer        another rule takes precedence
                """)
    }

    @Test func rulesSayWhichDeclarationsTheyPassOver() throws {
        let folder = try Folder(["container.lua": #"inject { type = "Int", value = 4 }"#])
        let console = Console(
            wiring: Console.Wiring(
                types: try TypeRegistry([Gauge.self]), scripts: [folder.file("container.lua")]))
        let output = Transcript(of: console, ["rules"]).without(folder.path + "/").output
        #expect(
            output == """
                inject type Int   4                               container.lua:1
                  Gauge.limit     the slot has an initial value
                """)
    }

    @Test func rulesAsJSON() throws {
        let output = try run("rules", "--format", "json").output
        #expect(output == (try golden("rules.json", recording: output)))
    }

    @Test func emptyListsAreReported() throws {
        let folder = try Folder(["container.lua": ""])
        for name in ["list", "parameters", "preferences", "hooks", "rules"] {
            let noun = name == "list" ? "services" : name
            #expect(folder.run(name).output == "no \(noun)")
            #expect(folder.run(name, "--format", "json").output == "[\n\n]")
        }
        #expect(folder.run("list", "--ids").output.isEmpty)
    }

    @Test(arguments: ["explain", "parameters", "preferences", "hooks", "rules"])
    func helpOfEveryListingCommandHasAnExample(command: String) {
        let help = Transcript([command, "--help"])
        #expect(help.output.contains("\nExample:\n  moonwire \(command) "))
        #expect(help.output.contains("container.lua\n\nExit status: 0 "))
        #expect(help.status == .clean)
    }
}

private final class Gauge: Exposed {
    @Lazy var limit = 3

    static let exposure = Exposure(Gauge.self) { SlotArguments("limit", hasInitialValue: true) }
}
