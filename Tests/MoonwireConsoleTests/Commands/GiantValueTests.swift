import Foundation
import Moonwire
import MoonwireConsole
import TestSupport
import Testing

/// Values without measure in a script: every command ends with output that is in proportion to what the script gave, and well formed.
@Suite(.timeLimit(.minutes(10))) struct GiantValueTests {
    /// What a script can fill a wiring with.
    struct Giant: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        /// Whether it is in ids, which are written in full.
        var isName = false

        var testDescription: String { name }
    }

    /// A run of a night takes as much as fits.
    private static let (bytes, elements) = ExtremeValues.factor > 1 ? (1 << 20, 100_000) : (1 << 14, 1_000)

    static let giants = [
        Giant(
            name: "a string",
            script: """
                local giant = ("g"):rep(\(bytes))
                parameters { host = giant, other = "%host%" }
                service "plain" { type = "Plain", args = { a = giant, b = "%other%" }, tags = { { name = "t", note = giant } } }
                preferences "Group" { value = { default = giant } }
                inject { type = "Plain", value = giant }
                """),
        Giant(
            name: "one character of many scalars",
            script: """
                local giant = "e" .. ("\\u{301}"):rep(\(bytes / 2))
                parameters { host = giant }
                service "plain" { type = "Plain", args = { a = giant, b = "%host%" } }
                inject { type = "Plain", value = giant }
                preferences "Group" { value = { default = giant } }
                """),
        Giant(
            name: "ids, types, tags, and keys",
            script: """
                local giant = ("g"):rep(\(bytes))
                service(giant) { type = giant, tags = { giant }, args = { [giant] = 1 } }
                service "plain" { type = "Plain", args = { a = ref(giant), b = { [giant] = { [giant] = 1 } } } }
                alias(giant .. "2")(giant)
                parameters { map = { [giant] = 1 } }
                hook.created(giant, function() end)
                inject { type = giant, value = giant }
                """, isName: true),
        Giant(
            name: "bytes that are not UTF-8, and controls",
            script: """
                local giant = ("\\xFF\\0\\27\\r\\n\\xC3"):rep(\(bytes / 6))
                pcall(parameters, { host = giant })
                pcall(service "bytes", { type = "Plain", args = { a = giant, b = "\\0\\27[1m" }, tags = { "\\0" } })
                service "plain" { type = "Plain", args = { a = ("\\0\\1\\127\\u{85}"):rep(\(bytes / 5)) } }
                """),
        Giant(
            name: "a list",
            script: """
                local list = {} for i = 1, \(elements) do list[i] = i end
                parameters { list = list }
                service "plain" { type = "Plain", args = { a = list, b = param "list" }, tags = { { name = "t", order = list } } }
                """),
        Giant(
            name: "a map",
            script: """
                local map = {} for i = 1, \(elements / 2) do map["key" .. i] = { i } end
                parameters { map = map }
                service "plain" { type = "Plain", args = { a = map, b = param "map.key7" } }
                """),
        Giant(
            name: "values within values",
            script: """
                local deep, wide = 1, { 1 } for i = 1, 150 do deep = { deep } wide = { a = wide } end
                parameters { deep = deep, wide = wide }
                service "plain" { type = "Plain", args = { a = deep, b = wide, c = param "deep" } }
                """),
        Giant(
            name: "values within values, beyond what is allowed",
            script: """
                local deep = 1 for i = 1, 100000 do deep = { deep } end
                parameters { deep = deep }
                service "plain" { type = "Plain", args = { a = deep } }
                """),
    ]

    private static let commands: [[String]] =
        [
            ["check", "--format", "text"], ["list", "--format", "json"], ["preferences", "--format", "json"],
            ["rules", "--format", "text"],
        ]
        + ["text", "json"].flatMap { [["explain", "plain", "--format", $0], ["parameters", "--format", $0]] }
        + ["dot", "json", "mermaid", "html"].map { ["graph", "--format", $0] }

    @Test(arguments: giants) func everyCommandEndsForGiantValues(_ giant: Giant) throws {
        let folder = try Folder(["container.lua": giant.script])
        for command in Self.commands {
            let transcript = Transcript(command + [folder.file("container.lua")])
            #expect(transcript.output.utf8.count < 1 << 18 + 64 * Self.bytes, "\(command)")
            #expect(transcript.complaints.utf8.count < 1 << 20, "\(command)")
            if command.contains("json"), transcript.complaints.isEmpty {
                let isJSON = (try? JSONSerialization.jsonObject(with: Data(transcript.output.utf8))) != nil
                #expect(isJSON, "\(command): \(transcript.output.prefix(200))")
            }
            if command.contains("text"), !giant.isName {
                let longest = transcript.output.split(separator: "\n").map(\.utf8.count).max() ?? 0
                #expect(longest < 5_000, "\(command): a line of \(longest) bytes")
            }
        }
    }

    @Test(arguments: giants) func stubsAreWrittenForGiantValues(_ giant: Giant) throws {
        let folder = try Folder(["container.lua": giant.script])
        let transcript = Transcript(["stubs", "--output", folder.file("stubs"), folder.file("container.lua")])
        #expect(transcript.output.utf8.count + transcript.complaints.utf8.count < 1 << 20)
        let files = FileManager.default.enumerator(atPath: folder.file("stubs"))?.allObjects as? [String] ?? []
        let sizes = files.compactMap { FileManager.default.contents(atPath: folder.file("stubs/\($0)"))?.count }
        #expect(sizes.reduce(0, +) < 1 << 20 + 64 * Self.bytes)
    }
}
