import Foundation
import Moonwire
import MoonwireConsole
import MoonwireCore
import MoonwireSupport
import Testing

@Suite struct CheckWatchTests {
    private static let note =
        "note: the types are not known: names of types, labels, arguments, methods, and properties were not checked\n"
        + "    `TypeRegistry.manifest()` writes the data about types that a check needs"

    /// The lines of a check that calls `edit` with the number of each result, until that ends the watch.
    private func check(_ arguments: [String], edit: @escaping @Sendable (Int, FilesWatch) throws -> Void) throws
        -> (lines: [String], complaints: [String], status: Console.Status)
    {
        let watch = try #require(FilesWatch())
        let (lines, complaints, count) = (Lock<[String]>([]), Lock<[String]>([]), Lock(0))
        @Sendable func act() throws {
            let number = count.withLock { count in
                count += 1
                return count
            }
            try edit(number, watch)
        }
        let console = Console(commands: [CheckCommand(makeWatch: { watch })])
        let status = console.run(
            ["check", "--watch"] + arguments,
            output: Console.Output(
                standardOutput: { line in
                    lines.withLock { $0.append(line) }
                    if line.contains(" environment") { try act() }
                },
                standardError: { line in
                    complaints.withLock { $0.append(line) }
                    if line.contains(" check: ") { try act() }
                }))
        return (lines.withLock { $0 }, complaints.withLock { $0 }, status)
    }

    @Test func changedScriptsAreCheckedAgain() throws {
        let folder = try Folder(["container.lua": "include \"mail.lua\"", "mail.lua": "parameters { host = \"a\" }"])
        let shown = try check([folder.file("container.lua")]) { number, watch in
            switch number {
            case 1: try folder.write("parameters { host = prot }", to: "mail.lua")
            case 2: try folder.write("parameters { host = \"b\", port = 1 }", to: "mail.lua")
            default: watch.cancel()
            }
        }
        #expect(
            shown.lines.map { $0.replacing(folder.path + "/", with: "") } == [
                Self.note, "no faults in 3 environments (0 services, 1 parameter)",
                "\nchanged: mail.lua",
                "mail.lua:1:21: error: \"prot\" is not defined\n    write `\"prot\"`, with quotes, for a string\n    called from container.lua:1",
                Self.note,
                "1 fault in 3 environments",
                "\nchanged: mail.lua", Self.note, "no faults in 3 environments (0 services, 2 parameters)",
            ])
        #expect(shown.status == .clean)
    }

    @Test func missingFileIsAwaited() throws {
        let folder = try Folder(["container.lua": "include \"mail.lua\""])
        let shown = try check([folder.file("container.lua")]) { number, watch in
            if number == 1 { try folder.write("parameters { host = \"a\" }", to: "mail.lua") } else { watch.cancel() }
        }
        #expect(shown.lines.contains("1 fault in 3 environments"))
        #expect(
            shown.lines.suffix(3) == [
                "\nchanged: mail.lua", Self.note, "no faults in 3 environments (0 services, 1 parameter)",
            ])
    }

    /// A generator may be writing the description of the types.
    @Test func damagedTypesDoNotEndTheWatch() throws {
        let manifest = try String(decoding: TypeRegistry([Transport.self]).manifest(), as: UTF8.self)
        let folder = try Folder([
            "container.lua": "service \"a\" { type = \"Transport\", args = { host = \"b\" } }", "types.json": manifest,
        ])
        let shown = try check(["--types", folder.file("types.json"), folder.file("container.lua")]) { number, watch in
            switch number {
            case 1: try folder.write("{", to: "types.json")
            case 2: try folder.write(manifest, to: "types.json")
            default: watch.cancel()
            }
        }
        #expect(shown.lines.filter { $0.hasPrefix("\n") } == ["\nchanged: types.json", "\nchanged: types.json"])
        #expect(shown.lines.count { $0.hasPrefix("no faults in 3 environments") } == 2)
        #expect(
            shown.complaints.first
                == "moonwire check: \"\(folder.file("types.json"))\" is not a manifest written by `TypeRegistry.manifest()`"
        )
        #expect(shown.status == .clean)
    }

    @Test func outputThatNobodyReadsEndsIt() throws {
        let folder = try Folder(["container.lua": ""])
        let watch = try #require(FilesWatch())
        let console = Console(commands: [CheckCommand(makeWatch: { watch })])
        let status = console.run(
            ["check", "--watch", folder.file("container.lua")],
            output: Console.Output(standardOutput: { _ in throw Closed() }, standardError: { _ in }))
        #expect(status == .unwritten)
    }

    private struct Closed: Error {}

    @Test func stampIsForOneCheck() throws {
        let call = Transcript(["check", "--watch", "--stamp", "stamp", "container.lua"])
        #expect(call.complaints.hasPrefix("moonwire check: \"--watch\" and \"--stamp\" cannot be combined"))
        #expect(call.status == .usage)
    }
}
