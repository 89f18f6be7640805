import MoonwireConsole
import Testing

/// The order of a start, without the start.
@Suite struct StartCommandTests {
    private func run(_ script: String, _ options: [String] = ["--dry-run"]) throws -> Transcript {
        let folder = try Folder(["container.lua": script])
        let call = ["start"] + options + [folder.file("container.lua")]
        return Transcript(of: Console(), call).without(folder.path + "/")
    }

    private static let script = """
        service "server" { type = "Server", args = { jobs = ref.jobs }, run = "serve", ready = "isListening", after = { "migrations" } }
        service "jobs" { type = "Jobs", args = { store = ref.store }, run = true, stop = "close" }
        service "store" { type = "Store", args = { pool = ref.pool } }
        service "pool" { type = "Pool", start = "connect", health = "ping" }
        service "migrations" { type = "Migrations", start = function() end }
        service "cache" { type = "Cache", eager = true }
        service "plain" { type = "Plain" }
        """

    @Test func stepsAreListed() throws {
        let shown = try run(Self.script)
        #expect(
            shown.output == """
                1   pool         start                           container.lua:4
                1   migrations   start                           container.lua:5
                1   cache        build                           container.lua:6
                2   jobs         run                             container.lua:2
                3   server       run, ready   after migrations   container.lua:1
                """)
        #expect(shown.status == .clean)
    }

    @Test func stepsAsJSON() throws {
        let shown = try run(
            #"service "b" { type = "B", run = true, after = { "a" } } service "a" { type = "A", start = "open" }"#,
            ["--dry-run", "--format", "json"])
        #expect(
            shown.output == """
                [
                  {
                    "actions" : [
                      "start"
                    ],
                    "after" : [

                    ],
                    "id" : "a",
                    "location" : {
                      "file" : "container.lua",
                      "line" : 1
                    },
                    "step" : 1
                  },
                  {
                    "actions" : [
                      "run"
                    ],
                    "after" : [
                      "a"
                    ],
                    "id" : "b",
                    "location" : {
                      "file" : "container.lua",
                      "line" : 1
                    },
                    "step" : 2
                  }
                ]
                """)
    }

    @Test func nothingToStart() throws {
        #expect(try run(#"service "plain" { type = "Plain" }"#).output == "nothing to start")
    }

    @Test func onlyADryRunIsPossible() throws {
        let refused = try run(Self.script, [])
        #expect(
            refused.complaints == """
                moonwire start: "start" only shows the order of a start: add "--dry-run"
                    see moonwire start --help
                """)
        #expect(refused.status == .usage)
    }
}
