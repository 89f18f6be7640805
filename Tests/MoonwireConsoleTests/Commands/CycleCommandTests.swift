import MoonwireConsole
import Testing

/// What the commands show of services that need each other: references with `later`.
@Suite struct CycleCommandTests {
    private func run(_ arguments: String...) throws -> String {
        let folder = try Folder([
            "container.lua": """
            service "window" { type = "Window", args = { toolbar = ref "toolbar" }, start = "open" }
            service "toolbar" { type = "Toolbar", set = { window = later.window }, start = "open" }
            """
        ])
        let console = Console(wiring: Console.Wiring(scripts: [folder.file("container.lua")]))
        let transcript = Transcript(of: console, arguments).without(folder.path + "/")
        #expect(transcript.complaints.isEmpty)
        return transcript.output
    }

    @Test func explainShowsTheWord() throws {
        let shown = try run("explain", "toolbar")
        #expect(
            shown == """
                service "toolbar"
                  defined    container.lua:2
                  built by   initializer of Toolbar
                  type       Toolbar
                  scope      shared

                  values
                    property "window"   later "window"   container.lua:2
                    "start"             "open"           container.lua:2

                  needs
                    window   later   property "window"   container.lua:2

                  needed by
                    window   argument "toolbar"   container.lua:1
                """)
    }

    @Test func graphMarksALateCycle() throws {
        let graph = try run("graph", "--format", "dot")
        #expect(
            graph.contains(
                #""toolbar" -> "window" [tooltip="property \"window\", container.lua:2, late cycle", label="later", style="dotted""#
            ), "\(graph)")
        #expect(graph.contains(#""window" -> "toolbar" [tooltip="argument \"toolbar\", container.lua:1, late cycle""#))
    }

    /// What is passed later does not start first.
    @Test func startFollowsTheOtherReferences() throws {
        let order = try run("start", "--dry-run").split(separator: "\n")
        #expect(order.count == 2)
        #expect(order.first?.contains("toolbar") == true && order.last?.contains("window") == true)
    }
}
