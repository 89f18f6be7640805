import Foundation
import Moonwire
import MoonwireConsole
import MoonwireCore
import Testing

@Suite struct AttachTests {
    @Test(arguments: [
        ["list"], ["list", "--scope", "weak"], ["explain", "mailer"], ["parameters"], ["preferences"], ["hooks"],
        ["rules"],
        ["start", "--dry-run"], ["graph"], ["graph", "--format", "json"], ["list", "--format", "json"],
        ["explain", "nothing"],
    ])
    func answersAreThoseOfAMountedConsole(_ arguments: [String]) throws {
        let attached = try Attached()
        let answer = Transcript(["attach", attached.path] + arguments)
        let program = "moonwire attach \(attached.path)"
        let mounted = Console(program: program, wiring: Console.Wiring(container: attached.container))
        let expected = Transcript(of: mounted, arguments)
        #expect(!answer.output.isEmpty || !answer.complaints.isEmpty)
        #expect(answer.output == expected.output)
        #expect(answer.complaints == expected.complaints)
        #expect(answer.status == expected.status)
    }

    @Test func helpListsTheCommandsOfTheProgram() throws {
        let help = try Attached().ask()
        #expect(
            help.output == """
                usage: moonwire attach mail.sock COMMAND [ARGUMENT…]
                       moonwire attach mail.sock --help | --version

                commands:
                  list          list the services: ids, types, scopes, and where they are defined
                  explain       describe one service: its values, what it needs, and what needs it
                  parameters    list the parameters: as written, filled in, and where they are set
                  preferences   list the preferences: their defaults, accepted values, and where they are stored
                  hooks         list the hooks in the order in which they run, and the services that they match
                  rules         list the rules, which inject values into slots
                  slots         list the slots of an instance, and what the wiring injects into each
                  start         show in which order a container starts the services
                  graph         draw the graph of services
                  instances     list the instances that the container holds, oldest first
                  generations   list the generations that are in use, and what holds them
                  scopes        list the open scopes, with the number of each and the generation that they hold
                  trace         record the builds of some seconds, and show how long each took
                  set           set a parameter for what is built from now on
                  reload        reload the scripts, and show what has changed

                `moonwire attach mail.sock COMMAND --help` shows the help of a command.
                """)
        #expect(help.status == .clean)
    }

    @Test func instancesGenerationsAndScopesAreListed() async throws {
        let attached = try Attached()
        let container = try #require(attached.container)
        #expect(attached.ask("instances").output == "no instances")
        #expect(attached.ask("scopes").output == "no open scopes")
        let mailer = try await container.resolve("mailer", as: Mailer.self)
        let instances = attached.ask("instances").output.split(separator: "\n")
        #expect(instances.count == 2)
        #expect(instances.contains { $0.hasPrefix("mailer ") })
        #expect(instances.contains { $0.hasPrefix("transport ") && $0.hasSuffix("for mailer") })
        #expect(attached.ask("generations").output == "generation 1: held by the container")
        withExtendedLifetime(mailer) {}
    }

    @Test func readOnlyProgramIsNotReloaded() throws {
        let attached = try Attached()
        try attached.folder.write(Mail.script.replacing("localhost", with: "mail.test"), to: "container.lua")
        let plan = attached.ask("reload", "--dry-run")
        #expect(
            plan.output
                == "~ parameter \"host\" (container.lua:1 -> container.lua:1)\n~ parameter \"smtp.url\" (container.lua:1 -> container.lua:1)"
                || plan.output.contains("~ parameter \"host\""))
        let refused = attached.ask("reload")
        #expect(
            refused.complaints == """
                moonwire attach mail.sock reload: the program does not allow changes: `container.attachable(at:readOnly: false)` allows them
                    see moonwire attach mail.sock reload --help
                """)
        #expect(refused.status == .usage)
        #expect(try #require(attached.container).parameter("host", as: String.self) == "localhost")
    }

    @Test func reloadIsReported() throws {
        let attached = try Attached(readOnly: false)
        let container = try #require(attached.container)
        try attached.folder.write(Mail.script.replacing("localhost", with: "mail.test"), to: "container.lua")
        let reloaded = attached.ask("reload")
        #expect(reloaded.output.contains("~ parameter \"host\" (container.lua:1 -> container.lua:1)"))
        #expect(reloaded.status == .clean)
        #expect(try container.parameter("host", as: String.self) == "mail.test")
        #expect(
            container.diagnostics.entries.filter { $0.code == .attachedChange }.map(\.description)
                == ["note: a call through \"\(attached.path)\" reloaded the container"])

        try attached.folder.write("service \"mailer\" { tpye = \"Mailer\" }", to: "container.lua")
        let faulty = attached.ask("reload")
        #expect(faulty.complaints.contains("container.lua:1:20: error: service \"mailer\": there is no key \"tpye\""))
        #expect(faulty.status == .faults)
        #expect(
            container.diagnostics.entries.last { $0.code == .attachedChange }?.description
                == "warning: a call through \"\(attached.path)\" tried to reload the container, which was refused")
    }

    @Test func reloadUsesTheCheckOfTheApplication() throws {
        let attached = try Attached(readOnly: false)
        let container = try #require(attached.container)
        container.reloadCheck = .health.and { _ in throw Refusal() }
        try attached.folder.write(Mail.script.replacing("localhost", with: "mail.test"), to: "container.lua")
        #expect(attached.ask("reload").complaints.hasPrefix("error: the check of the reload failed: not today"))
        #expect(try container.parameter("host", as: String.self) == "localhost")
        #expect(container.reloadLog.map(\.source) == [.attachment])
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description = "not today"
    }

    /// The program would open them with its own rights.
    @Test func callsNameNoFiles() throws {
        let attached = try Attached()
        #expect(
            attached.complaint("list", "other.lua")
                == "moonwire attach mail.sock list: argument \"other.lua\" is not expected")
        #expect(
            attached.complaint("graph", "--output", "graph.dot")
                == "moonwire attach mail.sock graph: there is no option \"--output\"")
        #expect(
            attached.complaint("graph", "--format", "svg")
                == "moonwire attach mail.sock graph: option \"--format\" expects \"dot\", \"mermaid\", \"json\", or \"html\", got \"svg\""
        )
        #expect(attached.complaint("list", "--types", "a.json").hasSuffix("there is no option \"--types\""))
        #expect(
            attached.complaint("list", "--only", "environments").hasSuffix(
                "a running program has no environments but its own"))
        for command in ["check", "diff", "stubs", "init", "attach", "completion", "doctor"] {
            #expect(attached.complaint(command) == "moonwire attach mail.sock: there is no command \"\(command)\"")
        }
        #expect(!FileManager.default.fileExists(atPath: attached.folder.file("graph.dot")))
    }

    @Test(arguments: ["0", "61", "ten", "9999999999999999999"]) func traceIsBounded(_ seconds: String) throws {
        #expect(
            try Attached().complaint("trace", "--seconds", seconds)
                == "moonwire attach mail.sock trace: option \"--seconds\" expects an integer from 1 to 60, got \"\(seconds)\""
        )
    }

    @Test func containerIsNotKeptInMemory() throws {
        let attached = try Attached()
        weak let container = attached.container
        attached.container = nil
        #expect(container == nil)
        let answer = attached.ask("list")
        #expect(answer.complaints == "the container has been released")
        #expect(answer.status == .usage)
    }
}
