import Moonwire
import MoonwireConsole
import Testing

/// What `explain` and `diff` say about services that passes have changed.
@Suite struct ExplainChangeTests {
    @Test func explainNamesThePassThatChangedAService() throws {
        let folder = try Folder([
            "container.lua": """
            service "transport" { type = "Transport", args = { port = 25 } }
            pass("hosts", function()
                extend "transport" {
                    args = { host = "localhost" },
                    tags = "wire",
                }
            end, { stage = "change" })
            """
        ])
        let console = Console(commands: [ExplainCommand(Console.Wiring(scripts: [folder.file("container.lua")]))])
        let output = Transcript(of: console, ["explain", "transport"]).without(folder.path + "/").output
        #expect(
            output == """
                service "transport"
                  defined    container.lua:1
                  changed    by pass "hosts" (container.lua:3): args.host, tags
                  built by   initializer of Transport
                  type       Transport
                  scope      shared
                  tags       wire

                  values
                    argument "host"   "localhost"   container.lua:4
                    argument "port"   25            container.lua:1
                """)
    }

    /// A chain of types is written as in the script.
    @Test func explainWritesTheTypesOfAVariable() throws {
        let folder = try Folder([
            "container.lua": """
            processor "csv" (function(text) return { text } end)
            service "x" { type = "T", args = { "%env(json:file:A)%", "%env(csv:trim:B)%" } }
            """
        ])
        let console = Console(commands: [ExplainCommand(Console.Wiring(scripts: [folder.file("container.lua")]))])
        let output = Transcript(of: console, ["explain", "x"]).output
        #expect(output.contains("\"%env(json:file:A)%\""), "\(output)")
        #expect(output.contains("\"%env(csv:trim:B)%\""), "\(output)")
    }
}
