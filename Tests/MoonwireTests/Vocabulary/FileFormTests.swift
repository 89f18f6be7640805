import Foundation
import LuaRuntime
import Moonwire
import Testing

/// In which forms editors write files, and how files are refused.
@Suite struct FileFormTests {
    private static let ends = ["\n", "\r", "\r\n", "\n\r"]
    private static let heads = ["", "\u{FEFF}", "#!/usr/bin/env lua", "\u{FEFF}#!/usr/bin/env lua"]

    /// The file as an editor writes it, and the line of its last service.
    private static func text(_ head: String, _ end: String) -> (text: String, line: Int) {
        let lines = [
            "-- a comment", #"service "e" { type = "Engine", args = { [[a"# + end + #"b]] } }"#, "",
            #"service "f" {"#, #"    type = "Engine","#, #"    args = { brand = ref "nothing" },"#, "}",
        ]
        return (head + end + lines.joined(separator: end), 8)
    }

    @Test(arguments: heads, ends) func locationsCountLinesAsLuaDoesInEveryFileForm(head: String, end: String) throws {
        let (text, line) = Self.text(head, end)
        #expect(
            message { _ = try wire(text) }.hasPrefix(
                "container.lua:\(line): service \"f\": argument \"brand\" refers to \"nothing\""))
        #expect(
            message { _ = try wire(#"include "part.lua""#, files: ["part.lua": text]) }
                .hasPrefix("part.lua:\(line): "))
        let container = try wire(text.replacing(#"ref "nothing""#, with: #""x""#))
        #expect(try container.resolve("e", as: Engine.self).brand == "a\nb")
    }

    @Test func unreadableFilesAreRefusedWithTheReason() throws {
        let folder = Scratch()
        try folder.write("", "made")
        try folder.link("loop.lua", to: "loop.lua")
        mkfifo(folder.path("pipe.lua"), 0o600)
        try folder.write("", "huge.lua")
        #expect(truncate(folder.path("huge.lua"), 4 << 30) == 0)
        let reasons = [
            "loop.lua": "cannot be reached: its symbolic links form a loop", "pipe.lua": "is not a regular file",
            "huge.lua": "exceeds the limit of 16777216 bytes",
        ]
        for (name, reason) in reasons {
            try folder.write("include \"\(name)\"", "container.lua")
            #expect(
                message { _ = try Container(scripts: [folder.path("container.lua")], environment: .dev) }
                    == "container.lua:1: include \"\(name)\": the file \(reason)")
            let error = #expect(throws: ContainerError.self) {
                try Container(scripts: [folder.path(name)], environment: .dev)
            }
            #expect(error?.diagnostics.map(\.message) == ["script \"\(folder.path(name))\" \(reason)"])
        }
    }

    /// Whatever the budget ends, the place is one that the reader can open.
    @Test func theEndOfABudgetIsLocatedInAFileOrNowhere() throws {
        let folder = Scratch()
        try folder.write("service \"e\" { type = \"Engine\", args = { \"x\" } }", "container.lua")
        let script = folder.path("container.lua")
        var places: Set<String> = []
        for instructions in stride(from: 1, to: 3000, by: 19) {
            do {
                _ = try Container(
                    scripts: [script], types: Garage.types, environment: .dev,
                    limits: Interpreter.Limits(instructions: instructions))
            } catch let error as ContainerError {
                for diagnostic in error.diagnostics {
                    places.insert(diagnostic.location?.file ?? "nowhere")
                    #expect(diagnostic.hints.filter { $0.contains("env:") || $0.contains("hook:") } == [])
                }
            }
        }
        #expect(places.isSubset(of: [script, "nowhere"]))
        #expect(!places.isEmpty)
    }
}
