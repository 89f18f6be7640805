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
            """
        ])
        container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self])
    }

    private func run(_ arguments: String...) -> Transcript {
        Transcript(of: Console(commands: .all(for: Wiring(container: container))), arguments)
            .without(folder.path + "/")
    }

    private func instance(_ id: String) -> String? {
        run("explain", id).output.split(separator: "\n").first { $0.hasPrefix("  instance") }
            .map { String($0).replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME") }
    }

    @Test func anInstanceTellsWhenItCameAndBecauseOfWhom() throws {
        #expect(instance("transport") == "  instance   not built yet")
        #expect(instance("mailer") == "  instance   none is held: each is a new one")
        _ = try container.resolve("mailer", as: Mailer.self)
        #expect(instance("transport") == "  instance   built at TIME, for mailer")
        _ = try container.resolve("outer", as: Mailer.self)
        #expect(instance("outer") == "  instance   built at TIME, as the application asked for it")
        try container.set("spare", Transport(host: "h", port: 1, security: .plain))
        #expect(instance("spare") == "  instance   supplied at TIME")
    }

    @Test func anInstanceIsToldAsJSON() throws {
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

    @Test func parametersAreAsTheyAreByNow() throws {
        try container.setParameter("host", to: "example.org", file: "Here.swift", line: 7)
        #expect(
            run("parameters").output == """
                host   "example.org"   Here.swift:7
                                       replaces container.lua:1
                """)
    }

    @Test func filesAreReadAllTheSame() throws {
        try folder.write("service \"other\" { type = \"Mailer\" }", to: "other.lua")
        #expect(run("list", "--ids").output == "mailer\nouter\nspare\ntransport")
        #expect(run("list", "--ids", folder.file("other.lua")).output == "other")
        #expect(run("check").complaints.hasPrefix("moonwire check: which script?"))
    }
}
