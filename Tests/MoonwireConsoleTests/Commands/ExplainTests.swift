import Foundation
import Moonwire
import MoonwireConsole
import TestSupport
import Testing

@Suite struct ExplainTests {
    private func explain(_ id: String, mounted: Bool = true, options: String...) throws -> Transcript {
        let folder = try Mail.folder()
        let wiring = mounted ? try Mail.wiring(folder) : Console.Wiring(scripts: [folder.file("container.lua")])
        let console = Console(commands: [ExplainCommand(wiring)])
        return Transcript(of: console, ["explain", id] + options).without(folder.path + "/")
    }

    @Test func explainShowsTheParametersOfAValue() throws {
        let output = try explain("transport").output
        #expect(
            output == """
                service "transport"
                  defined    container.lua:3
                  built by   initializer of Transport (container.lua:4)
                  type       Transport
                  scope      weak

                  values
                    argument "host"   "%host%"                container.lua:5
                                        host is "localhost"   container.lua:1
                    argument "port"   param "smtp.port"       container.lua:5
                                        smtp.port is 25       container.lua:1

                  needed by
                    mailer   argument 1   container.lua:8
                """)
    }

    @Test func explainShowsAliasesRulesAndHooks() throws {
        let mailer = try explain("mailer")
        #expect(
            mailer.output == """
                service "mailer"
                  defined    container.lua:8
                  built by   initializer of Mailer
                  type       Mailer
                  scope      shared
                  aliases    mail

                  values
                    argument 1   ref "transport"   container.lua:8

                  needs
                    transport   argument 1   container.lua:8

                  injected into slots by
                    inject Desk.mailer   ref "mail"   container.lua:17

                  hooks
                    hook.created("mail*")   container.lua:11
                """)
        #expect(mailer.status == .clean)
    }

    @Test func explainShowsTheRulesOfSlots() throws {
        let output = try explain("desk").output
        #expect(
            output == """
                service "desk"
                  defined    Mail.swift:1
                  built by   a closure of the application
                  type       Desk
                  scope      transient

                  slots
                    mailer   Mailer   ref "mail"   inject Desk.mailer          container.lua:17
                                                   before inject type Mailer   container.lua:18
                """)
    }

    @Test func explainShowsTheTargetOfAnAlias() throws {
        let output = try explain("mail", mounted: false).output
        #expect(
            output == """
                service "mail"
                  defined    container.lua:10
                  alias of   "mailer"
                  type       Mailer

                  needs
                    mailer   alias   container.lua:10
                """)
    }

    @Test func explainShowsTheLineOfAFunction() throws {
        let output = try explain("made").output
        #expect(
            output == """
                service "made"
                  defined    container.lua:9
                  built by   a function of the script
                  type       determined when it is built
                  scope      shared
                """)
    }

    @Test func unknownIdSuggestsTheNearest() throws {
        let unknown = try explain("mialer")
        #expect(
            unknown.complaints == """
                moonwire explain: there is no service "mialer"
                    did you mean "mailer"?
                    see moonwire explain --help
                """)
        #expect(unknown.output.isEmpty)
        #expect(unknown.status == .usage)
    }

    @Test func explainShowsTheTypesByWhichServicesAreWired() throws {
        let folder = try Folder([
            "container.lua": """
            service "transport" { type = "Transport", args = { host = "a", port = 1 } }
            service "mailer" { type = "Mailer", args = auto }
            service "second" { type = "Mailer", args = { transport = typed "Transport" } }
            """
        ])
        let wiring = Console.Wiring(
            types: try TypeRegistry([Transport.self, Mailer.self]), scripts: [folder.file("container.lua")])
        func lines(_ id: String) -> [String] {
            let output = Transcript(of: Console(commands: [ExplainCommand(wiring)]), ["explain", id]).output
            return output.replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init).filter {
                $0.contains("transport")
            }
        }
        #expect(
            lines("mailer") == [
                "    argument \"transport\"   ref \"transport\"   container.lua:2",
                "    transport   argument \"transport\", by type Transport   container.lua:2",
            ])
        #expect(
            lines("second") == [
                "    argument \"transport\"   typed \"Transport\"   container.lua:3",
                "    transport   argument \"transport\", by type Transport   container.lua:3",
            ])
    }

    @Test func explainWithoutIdIsAUsageError() throws {
        let none = Transcript(["explain"])
        #expect(none.complaints == "moonwire explain: no service given\n    see moonwire explain --help")
        #expect(Transcript(["explain", "mailer"]).complaints.hasPrefix("moonwire explain: no script given"))
    }

    @Test func explainMasksSecrets() throws {
        let folder = try Folder([
            "container.lua": """
            parameters { password = env.secret "PASSWORD" }
            service "mailer" { type = "Mailer", args = { "%password%", "%env(int:PORT)%" } }
            """
        ])
        #expect(
            folder.run("explain", "mailer", variables: ["PASSWORD": "swordfish"]).output == """
                service "mailer"
                  defined    container.lua:2
                  built by   initializer of Mailer
                  type       Mailer
                  scope      shared

                  values
                    argument 1   "%password%"                               container.lua:2
                                 = "***"
                                   password is env.secret "PASSWORD"        container.lua:1
                    argument 2   "%env(int:PORT)%"                          container.lua:2
                                 ! environment variable "PORT" is not set
                """)
    }

    @Test func explainAsJSON() throws {
        let output = try explain("made", options: "--format", "json").output
        #expect(output == (try golden("explain.json", recording: output)))
    }

    /// No recursion, and one walk over the parameters.
    @Test(.timeLimit(.minutes(5))) func explainShowsALongChainOfParameters() throws {
        let count = 10_000
        let parameters = (0..<count).map { "p\($0) = \"%p\($0 + 1)%\"" }.joined(separator: ", ")
        let folder = try Folder([
            "container.lua":
                "parameters { \(parameters), p\(count) = 1 } service \"x\" { type = \"T\", args = { param \"p0\" } }"
        ])
        let console = Console(commands: [ExplainCommand(Console.Wiring(scripts: [folder.file("container.lua")]))])
        let lines = Collected<String>()
        let thread = TestThread(stack: 512 << 10) {
            for line in Transcript(of: console, ["explain", "x"]).output.split(separator: "\n") {
                lines.append(String(line))
            }
        }
        thread.join()
        #expect(lines.elements.count { $0.contains(" is ") } == count + 1)
    }
}
