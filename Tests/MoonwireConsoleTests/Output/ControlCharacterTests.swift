import Foundation
import MoonwireConsole
import Testing

/// What scripts write into ids and values does not reach the terminal as commands.
@Suite struct ControlCharacterTests {
    /// Escape, the eight-bit form of it, a carriage return, a line feed, delete, and a mark that turns the direction.
    private static let hostile = "\\27[31mred\\xc2\\x9b0m\\r\\n\\127\\u{202E}"
    private static let script = """
        local hostile = "\(hostile)"
        parameters { host = hostile }
        service(hostile) { type = hostile, tags = { hostile }, args = { [hostile] = hostile, other = "%host%" } }
        service "plain" { type = "Plain", args = { a = ref(hostile) } }
        preferences "Group" { value = { default = hostile } }
        inject { type = hostile, value = hostile }
        hook.created(hostile, function() end)
        """

    static let calls: [[String]] =
        ["text", "json"].flatMap { format in
            [
                ["check"], ["list"], ["explain", "plain"], ["parameters"], ["preferences"], ["hooks"], ["rules"],
            ].map { $0 + ["--format", format] }
        } + ["dot", "json", "mermaid", "html"].map { ["graph", "--format", $0] } + [
            ["list", "--name", "nothing\u{1b}[1m"]
        ]

    @Test(arguments: calls) func controlCharactersAreEscaped(_ call: [String]) throws {
        let folder = try Folder(["container.lua": Self.script])
        let transcript = Transcript(call + [folder.file("container.lua")])
        for text in [transcript.output, transcript.complaints] {
            let controls = text.unicodeScalars.filter { scalar in
                scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
            }
            #expect(controls.isEmpty, "\(controls.map { String($0.value, radix: 16) })")
        }
        #expect(!(transcript.output + transcript.complaints).isEmpty)
    }

    @Test func jsonWithControlCharactersDecodesToTheSameValue() throws {
        let folder = try Folder(["container.lua": Self.script])
        let output = Transcript(["list", "--format", "json", folder.file("container.lua")]).output
        let list = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        #expect(list.contains { $0["id"] as? String == "\u{1b}[31mred\u{9b}0m\r\n\u{7f}\u{202E}" })
    }

    @Test func rowWithALineBreakIsOneLine() throws {
        let folder = try Folder(["container.lua": "service \"a\\nb\" { type = \"A\" }"])
        let list = Transcript(["list", folder.file("container.lua")])
        #expect(list.output.hasPrefix("a\\nb   "))
        #expect(!list.output.contains("\n"))
    }
}
