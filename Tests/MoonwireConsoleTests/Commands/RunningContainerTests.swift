import Moonwire
import MoonwireConsole
import Testing

@Suite struct RunningContainerTests {
    private let folder: Folder
    private let container: Container

    init() throws {
        folder = try Folder([
            "container.lua": """
            parameters { host = "localhost" }
            service "transport" { type = "Transport", args = { "%host%" } }
            service "mailer" { type = "Mailer", args = { ref "transport" }, scope = "transient" }
            service "outer" { type = "Mailer", args = { ref "transport" } }
            service "spare" { synthetic = true, type = "Transport" }
            service "weak" { type = "Transport", args = { "w" }, scope = "weak" }
            service "graph" { type = "Transport", args = { "g" }, scope = "graph" }
            alias "other" "mailer"
            """
        ])
        container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self], environment: .dev)
    }

    private func run(_ arguments: String...) -> Transcript {
        Transcript(of: Console(wiring: Console.Wiring(container: container)), arguments)
            .without(folder.path + "/")
    }

    /// What is told of a service's instance.
    private func instance(_ id: String) -> String? {
        let line = run("explain", id).output.split(separator: "\n").first { $0.hasPrefix("  instance ") }
        return line.map { line in
            String(line).replacing(/\s+instance\s+/, with: "")
                .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
        }
    }

    @Test func explainShowsDateAndPathOfAnInstance() throws {
        #expect(instance("transport") == "not built yet")
        #expect(instance("mailer") == "none is held: each request creates one")
        #expect(instance("other") == "none is held: each request creates one")
        #expect(instance("weak") == "none is held")
        #expect(instance("graph") == "none is held: each resolve creates one")
        #expect(instance("spare") == "not supplied yet")
        _ = try container.resolve("mailer", as: Mailer.self)
        #expect(instance("transport") == "built at TIME, for mailer")
        _ = try container.resolve("outer", as: Mailer.self)
        #expect(instance("outer") == "built at TIME, requested by the application")
        try container.supply(Transport(host: "h", port: 1, security: .plain), for: "spare")
        #expect(instance("spare") == "supplied at TIME")
    }

    @Test func explainShowsTheInstanceInJSON() throws {
        _ = try container.resolve("mailer", as: Mailer.self)
        let output = run("explain", "transport", "--format", "json").output
        let date = /"date" : "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/
        #expect(
            output.replacing(date, with: "\"date\" : \"TIME\"").hasPrefix(
                """
                {
                  "instance" : {
                    "date" : "TIME",
                    "id" : "transport",
                    "isSupplied" : false,
                    "path" : [
                      "mailer"
                    ]
                  },
                """))
    }

    @Test func parametersOfARunningContainerHaveTheirCurrentValues() throws {
        try container.setParameter("host", to: "example.org", file: "Here.swift", line: 7)
        #expect(
            run("parameters").output == """
                host   "example.org"   Here.swift:7
                                       replaces container.lua:1
                """)
    }

    @Test func commandOfARunningContainerReadsNamedFiles() throws {
        try folder.write("service \"other\" { type = \"Mailer\" }", to: "other.lua")
        #expect(run("list", "--ids").output == "graph\nmailer\nother\nouter\nspare\ntransport\nweak")
        #expect(run("list", "--ids", folder.file("other.lua")).output == "other")
        #expect(run("check").complaints.hasPrefix("moonwire check: no script given"))
    }

    @Test func refusedReloadIsReportedUntilAReloadSucceeds() throws {
        #expect(run("list").complaints == "")
        try folder.write("service 'x' { typ = 'y' }", to: "container.lua")
        let error = #expect(throws: ContainerError.self) { try container.reload() }
        let said = "\(try #require(error))".split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        for command in ["list", "parameters", "hooks", "rules"] {
            let complaints = run(command).complaints.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
            #expect(
                complaints
                    == "warning: the container still uses the previous wiring: reloads have been refused since TIME:\n"
                    + said.replacing(folder.path + "/", with: ""))
            #expect(run(command).status == .clean)
        }
        try folder.write("parameters { port = 1 }", to: "container.lua")
        try container.reload()
        #expect(run("list").complaints == "")
    }
}
