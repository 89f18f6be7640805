import Moonwire
import MoonwireConsole
import Testing

private final class Panel: Exposed, @unchecked Sendable {  // One thread uses it.
    @Injected var mailer: Mailer
    @Injected("spare") var spare: Mailer?
    @Lazy var titles = ["none"]
    @Weak var desk: Desk?
    @Final var serial: String?

    static let exposure = Exposure(Panel.self) { Initializer { Panel() } }
}

/// `slots ID`, for the instances of a running container.
@Suite struct SlotsCommandTests {
    private let folder: Folder
    private let container: Container

    init() throws {
        folder = try Folder([
            "container.lua": """
            service "transport" { type = "Transport", args = { "localhost" } }
            service "mailer" { type = "Mailer", args = { ref "transport" } }
            service "panel" { type = "Panel" }
            alias "board" "panel"
            inject { type = "Mailer", owner = "Panel", value = ref "mailer" }
            inject { slot = "Panel.titles", value = { "mail" }, force = true }
            """
        ])
        container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self, Panel.self],
            environment: .dev)
    }

    private func run(_ arguments: String...) -> Transcript {
        Transcript(of: Console(wiring: Console.Wiring(container: container)), arguments).without(folder.path + "/")
    }

    @Test func slotsOfAnInstanceAreListed() throws {
        _ = try container.resolve("panel", as: Panel.self)
        for id in ["panel", "board"] {
            #expect(
                run("slots", id).output == """
                    mailer   Mailer          @Injected   inject type Mailer of Panel at container.lua:5
                    spare    Mailer?         @Injected   nothing
                    titles   Array<String>   @Lazy       inject Panel.titles at container.lua:6
                    desk     Desk?           @Weak       nothing
                    serial   String?         @Final      nothing
                    """)
        }
        _ = try container.resolve("mailer", as: Mailer.self)
        #expect(run("slots", "mailer").output == "no slots")
    }

    @Test(arguments: [
        (["slots"], "moonwire slots: no service given"),
        (["slots", "pannel"], "moonwire slots: there is no service \"pannel\""),
        (
            ["slots", "panel"],
            "moonwire slots: the container holds no instance of service \"panel\"; `instances` lists those that it holds"
        ),
        (["slots", "panel", "mailer"], "moonwire slots: argument \"mailer\" is not expected"),
    ])
    func mistakes(arguments: [String], expected: String) throws {
        let transcript = Transcript(of: Console(wiring: Console.Wiring(container: container)), arguments)
        #expect(transcript.complaints.split(separator: "\n").first.map(String.init) == expected)
        #expect(transcript.status == .usage)
    }

    @Test func anotherProcessCanAsk() throws {
        let attached = try Attached()
        #expect(attached.ask("slots", "mailer").complaints.contains("holds no instance of service \"mailer\""))
        _ = try attached.container?.resolve("mailer", as: Mailer.self)
        #expect(attached.ask("slots", "mailer").output == "no slots")
    }
}
