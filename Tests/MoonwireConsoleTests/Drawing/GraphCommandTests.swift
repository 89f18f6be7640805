import Foundation
import Moonwire
import MoonwireConsole
import Testing

@Suite struct GraphCommandTests {
    private static let script = """
        service "transport" { type = "Transport", scope = "transient" }
        service "mailer" { type = "Mailer", args = { transport = ref "transport" } }
        alias "mail" "mailer"
        service "clock" { type = "Clock" }
        """

    private func run(_ script: String = script, _ options: String...) throws -> Transcript {
        let folder = try Folder(["container.lua": script])
        return Transcript(["graph"] + options + [folder.file("container.lua")]).without(folder.path + "/")
    }

    @Test func graphHasTheServicesOfAScript() throws {
        let graph = try run(Self.script, "--format", "mermaid")
        #expect(
            graph.output == """
                flowchart LR
                    s0("transport<br/><small>Transport</small>"):::scope_transient
                    s1("mailer<br/><small>Mailer</small>"):::scope_shared
                    s2("mail<br/><small>Mailer</small>"):::scope_none
                    s3("clock<br/><small>Clock</small>"):::scope_shared
                    s1 --> s0
                    s2 -.->|alias| s1
                    classDef scope_transient fill:#fef3c7,stroke:#8a8f98,color:#111827
                    classDef scope_shared fill:#dbeafe,stroke:#8a8f98,color:#111827
                    classDef scope_none fill:#f3f4f6,stroke:#8a8f98,color:#111827
                    style s1 stroke:#d97706,stroke-width:3px
                    linkStyle 0 stroke:#d97706,stroke-width:2px
                """)
        #expect(graph.complaints.isEmpty)
        #expect(graph.status == .clean)
    }

    @Test func graphDoesNotReplaceAScript() throws {
        let folder = try Folder(["container.lua": Self.script])
        let wrong = Transcript(["graph", folder.file("container.lua"), "--output", folder.file("container.lua")])
            .without(folder.path + "/")
        #expect(
            wrong.complaints == """
                moonwire graph: option "--output" expects a file that is not a Lua script, got "container.lua"
                    see moonwire graph --help
                """)
        #expect(wrong.status == .usage)
        #expect(try String(contentsOfFile: folder.file("container.lua"), encoding: .utf8) == Self.script)
    }

    @Test func graphHasDecoratorsCollectionsAndInheritedReferences() throws {
        let graph = try run(
            """
            service "base" { type = "Mailer", abstract = true }
            service "mailer" { parent = "base", deprecated = "use post", tags = { "sender" } }
            decorate "mailer" { type = "Retrying", args = { inner } }
            service "post" { type = "Post", args = { tagged "sender" } }
            """, "--format", "mermaid")
        #expect(
            graph.output == """
                flowchart LR
                    s0("mailer<br/><small>Retrying</small>"):::scope_shared
                    s1("post<br/><small>Post</small>"):::scope_shared
                    s2("mailer.inner<br/><small>Mailer</small>"):::scope_shared
                    s0 -->|decorates| s2
                    s1 --> s0
                    classDef scope_shared fill:#dbeafe,stroke:#8a8f98,color:#111827
                    style s0 stroke:#78716c,stroke-width:3px
                """)
    }

    @Test func dotIsTheDefaultFormatOfGraph() throws {
        let graph = try run()
        #expect(graph.output.hasPrefix("digraph wiring {\n"))
        #expect(try run(Self.script, "--format", "dot").output == graph.output)
    }

    @Test func graphDrawsAndReportsFaults() throws {
        let graph = try run("service \"mailer\" { type = \"Mailer\", args = { ref \"smtp\" } }", "--format", "json")
        #expect(graph.output.contains("\"undefined\""))
        #expect(
            graph.complaints
                == "container.lua:1:51: error: service \"mailer\": argument 1 refers to \"smtp\", which is not defined")
        #expect(graph.status == .faults)
    }

    @Test func missingOptionalServiceIsNotAFault() throws {
        let graph = try run(
            "service \"mailer\" { type = \"Mailer\", args = { optional \"smtp\" } }", "--format", "json")
        #expect(graph.output.contains("\"not defined\""))
        #expect(!graph.output.contains("\"undefined\""))
        #expect(graph.status == .clean)
    }

    @Test func graphOfAStoppedScriptIsNotDrawn() throws {
        let graph = try run("local host = hots")
        #expect(graph.output.isEmpty)
        #expect(graph.complaints == "container.lua:1:14: error: \"hots\" is not defined")
        #expect(graph.status == .faults)
    }

    @Test func focusAndDepthSelectServices() throws {
        #expect(try services("--focus", "mail") == ["mailer", "mail"])
        #expect(try services("--focus", "mail", "--depth", "2") == ["transport", "mailer", "mail"])
        #expect(try services("--scope", "transient") == ["transport"])
        #expect(try services("--scope=transient", "--scope=shared") == ["transport", "mailer", "clock"])
    }

    private func services(_ options: String...) throws -> [String] {
        let folder = try Folder(["container.lua": Self.script])
        let json = Transcript(["graph", "--format=json"] + options + [folder.file("container.lua")]).output
        return try JSONDecoder().decode(WiringGraph.self, from: Data(json.utf8)).services.map(\.id)
    }

    @Test func outputOptionWritesTheGraphIntoAFile() throws {
        let folder = try Folder(["container.lua": Self.script])
        let page = folder.file("wiring.html")
        let graph = Transcript(["graph", "--format", "html", "--output", page, folder.file("container.lua")])
        #expect(graph.output.isEmpty)
        #expect(graph.status == .clean)
        let written = try String(contentsOfFile: page, encoding: .utf8)
        #expect(written.contains("<title>\(folder.file("container.lua"))</title>"))
        #expect(written.hasSuffix("</html>\n\n"))
    }

    @Test(arguments: [
        (["--focus", "maler"], "there is no service \"maler\"\n    did you mean \"mailer\"?"),
        (["--depth", "2"], "option \"--depth\" requires \"--focus\""),
        (["--focus", "mail", "--depth", "0"], "option \"--depth\" expects an integer from 1, got \"0\""),
        (["--focus", "mail", "--depth", "far"], "option \"--depth\" expects an integer from 1, got \"far\""),
        (["--scope", "sharde"], "no service has scope \"sharde\"\n    did you mean \"shared\"?"),
    ])
    func wrongCallOfGraph(options: [String], message: String) throws {
        let folder = try Folder(["container.lua": Self.script])
        let graph = Transcript(["graph"] + options + [folder.file("container.lua")])
        #expect(graph.complaints == "moonwire graph: \(message)\n    see moonwire graph --help")
        #expect(graph.output.isEmpty)
        #expect(graph.status == .usage)
    }

    @Test func graphOfARunningContainer() throws {
        let folder = try Folder([
            "container.lua": """
            service "transport" { type = "Transport", args = { host = "localhost" } }
            service "mailer" { factory = { ref "transport", "mailer" }, args = { "me" }, scope = "transient" }
            """
        ])
        let container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self], environment: .dev)
        let console = Console(program: "Mail", wiring: Console.Wiring(container: container))
        let json = Transcript(of: console, ["graph", "--format=json"]).output
        let graph = try JSONDecoder().decode(WiringGraph.self, from: Data(json.utf8))
        #expect(graph.services.map(\.type) == ["Transport", "Mailer"])
        #expect(graph.needs.map(\.field) == ["\"factory\""])
        #expect(Transcript(of: console, ["trace"]).status == .clean)
    }

    @Test func svgWithoutGraphviz() throws {
        let folder = try Folder(["container.lua": Self.script])
        let console = Console(commands: [GraphCommand(path: folder.path)])
        let graph = Transcript(of: console, ["graph", "--format", "svg", folder.file("container.lua")])
        #expect(
            graph.complaints == """
                moonwire graph: --format svg requires Graphviz, but "dot" is not in PATH; --format html requires nothing else
                    see moonwire graph --help
                """)
        #expect(graph.status == .usage)
    }

    @Test func failureOfGraphvizIsReported() throws {
        let folder = try Folder(["container.lua": Self.script])
        try folder.writeProgram("#!/bin/sh\necho no fonts >&2\nexit 3\n", to: "dot")
        let console = Console(commands: [GraphCommand(path: folder.path)])
        let graph = Transcript(of: console, ["graph", "--format", "svg", folder.file("container.lua")])
        #expect(graph.complaints.hasPrefix("moonwire graph: Graphviz failed: no fonts\n"))
    }

    @Test(.enabled("Graphviz is not installed") { installedProgram("dot") != nil })
    func graphvizMakesTheSVG() throws {
        let graph = try run(Self.script, "--format", "svg")
        #expect(graph.output.contains("<svg "))
        #expect(graph.output.contains("mailer"))
        #expect(graph.status == .clean)
    }

    @Test func helpOfGraph() {
        #expect(
            Transcript(["graph", "--help"]).output == """
                usage: moonwire graph [OPTION…] [FILE…]

                Draws services and their dependencies, and marks cycles, ids that are not defined, and shared services that hold
                services of scope transient or graph: as a page for browsers (html) with search, zoom, and neighborhoods, as
                source for Graphviz (dot) or Mermaid, as an image made by Graphviz (svg), or as data (json).
                Several FILEs are layers of one container: later ones override earlier ones.
                Without FILE, it reads container.lua in the current folder.

                  --format dot|svg|mermaid|json|html   the output format; dot by default
                  --output FILE                        write into this file
                  --focus ID                           draw only services near this one
                  --depth STEPS                        the distance from that service; 1 by default
                  --scope NAME                         draw only services of this scope; may be repeated
                  --types FILE                         the application's types, written by `TypeRegistry.manifest()`
                  --environment NAME                   the environment; dev, or the first that scripts declare
                  --synthetic ID                       a service that the application supplies; may be repeated
                  --root DIR                           the folder that scripts may include from; by default, the folder of each FILE
                  --help                               show this help

                Example:
                  moonwire graph --format html --output wiring.html container.lua

                Exit status: 0 when there are no faults, 1 when there are, 2 when the arguments are not valid,
                3 when the result cannot be written.
                """)
    }
}
