import Moonwire
import MoonwireConsole
import TestSupport
import Testing

@Suite struct ListTests {
    private func list(_ options: String..., mounted: Bool = false) throws -> Transcript {
        let folder = try Mail.folder()
        let wiring = mounted ? try Mail.wiring(folder) : Console.Wiring(scripts: [folder.file("container.lua")])
        return Transcript(of: Console(commands: [ListCommand(wiring)]), ["list"] + options).without(folder.path + "/")
    }

    @Test func listOfAScriptShowsItsTypeNames() throws {
        let list = try list()
        #expect(
            list.output == """
                made        ?           shared   container.lua:9
                mail        = mailer             container.lua:10
                mailer      Mailer      shared   container.lua:8
                transport   Transport   weak     container.lua:3
                """)
        #expect(list.complaints.isEmpty)
        #expect(list.status == .clean)
    }

    @Test func listOfAnApplicationShowsItsTypesAndServices() throws {
        let output = try list(mounted: true).output
        #expect(
            output == """
                desk        Desk        transient   Mail.swift:1
                made        ?           shared      container.lua:9
                mail        = mailer                container.lua:10
                mailer      Mailer      shared      container.lua:8
                transport   Transport   weak        container.lua:3
                """)
    }

    @Test func filtersOfListCombine() throws {
        #expect(try list("--ids", "--name", "ma*").output == "made\nmail\nmailer")
        #expect(try list("--ids", "--type", "Mailer").output == "mail\nmailer")
        #expect(try list("--ids", "--scope", "weak").output == "transport")
        #expect(try list("--ids", "--name", "ma*", "--type", "Mailer", "--scope", "shared").output == "mailer")
        #expect(try list("--name", "ma*", "--scope", "weak").output == "no services")
    }

    @Test func filterWithoutMatchesIsAUsageError() throws {
        let type = try list("--type", "Mialer")
        #expect(
            type.complaints == """
                moonwire list: no service has type "Mialer"
                    did you mean "Mailer"?
                    see moonwire list --help
                """)
        #expect(type.status == .usage)
        #expect(try list("--tag", "x").complaints.hasPrefix("moonwire list: no service has tag \"x\"\n"))
        #expect(try list("--name", "x*").complaints.hasPrefix("moonwire list: no service has id \"x*\"\n"))
    }

    @Test(arguments: [
        ("--only", ["types", "--type", "Mailer"], "--type"), ("--only", ["types", "--ids"], "--ids"),
        ("--only", ["types", "--format", "json"], "--format"), ("--ids", ["--format", "json"], "--format"),
    ])
    func optionsWithoutEffectAreAUsageError(_ option: String, _ others: [String], _ other: String) throws {
        let console = Console(commands: [ListCommand()])
        let wrong = Transcript(of: console, ["list", option] + others)
        #expect(
            wrong.complaints
                == "moonwire list: \"\(option)\" and \"\(other)\" cannot be combined\n    see moonwire list --help")
        #expect(wrong.status == .usage)
    }

    @Test func columnsCountWideCharacters() throws {
        let folder = try Folder([
            "a.lua": "for _, id in ipairs { \"日本\", \"ab\", \"😀\" } do service(id) { type = \"T\" } end"
        ])
        #expect(
            Transcript(["list", folder.file("a.lua")]).without(folder.path + "/").output == """
                ab     T   shared   a.lua:1
                日本   T   shared   a.lua:1
                😀     T   shared   a.lua:1
                """)
    }

    @Test func listAsJSON() throws {
        let output = try list("--format", "json", "--name", "m*l*").output
        #expect(output == (try golden("list.json", recording: output)))
    }

    @Test func listReportsFaultsToo() throws {
        let folder = try Folder(["container.lua": "service \"mailer\" { type = \"Mailer\", args = { ref \"smtp\" } }"])
        let list = folder.run("list")
        #expect(list.output == "mailer   Mailer   shared   container.lua:1")
        #expect(
            list.complaints
                == "container.lua:1:51: error: service \"mailer\": argument 1 refers to \"smtp\", which is not defined")
        #expect(list.status == .faults)
    }

    @Test func listOfAStoppedScriptReportsOnlyItsFault() throws {
        let list = try Folder(["container.lua": "service \"a\" { type = \"A\" }\nerror \"x\""]).run("list")
        #expect(list.output.isEmpty)
        #expect(list.complaints.hasPrefix("container.lua:2:1: error: x"))
        #expect(list.status == .faults)
    }

    @Test func firstDeclaredEnvironmentReplacesDev() throws {
        let folder = try Folder([
            "container.lua": """
            environments { "live", "test" }
            when("live", function() service "a" { type = "A" } end)
            when("test", function() service "b" { type = "B" } end)
            """
        ])
        #expect(folder.run("list", "--ids").output == "a")
        #expect(folder.run("list", "--ids", "--environment", "test").output == "b")
    }

    @Test func helpOfList() throws {
        #expect(
            Transcript(["list", "--help"]).output == """
                usage: moonwire list [OPTION…] [FILE…]

                Lists the services that scripts define: their ids, types, scopes, and tags, and where they are defined.
                Several FILEs are layers of one container: later ones override earlier ones.
                Without FILE, it reads container.lua in the current folder.

                  --name PATTERN       only ids that match; * matches any characters, ? one
                  --type NAME          only services that have or provide that type
                  --scope NAME         only services of that scope
                  --tag NAME           only services with that tag
                  --ids                write only the ids, one per line
                  --only KIND          write only the names of that kind: types, scopes, tags, or environments
                  --types FILE         the application's types, written by `TypeRegistry.manifest()`
                  --environment NAME   the environment; dev, or the first that scripts declare
                  --synthetic ID       a service that the application supplies; may be repeated
                  --root DIR           the folder that scripts may include from; by default, the folder of each FILE
                  --format text|json   the output format; text by default
                  --help               show this help

                Example:
                  moonwire list --scope transient container.lua

                Exit status: 0 when there are no faults, 1 when there are, 2 when the arguments are not valid,
                3 when the result cannot be written.
                """)
    }
}
