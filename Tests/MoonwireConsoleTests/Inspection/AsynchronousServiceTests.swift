import Foundation
import Moonwire
import MoonwireConsole
import Testing

/// The commands show which services are built asynchronously, and why.
@Suite struct AsynchronousServiceTests {
    private final class Feed: Exposed, Sendable {
        init(url: String) async {}

        func fetch(limit: Int) async -> Int { limit }

        static let exposure = Exposure(Feed.self) {
            Initializer("url") { await Feed(url: $0) }
            Method("fetch", Feed.fetch, "limit").documented("Fetches entries.")
            Method("pause") { (_: Feed) in }
        }
    }

    private final class Reader: Exposed, Sendable {
        init(feed: Feed) {}

        static let exposure = Exposure(Reader.self) { Initializer("feed", body: Reader.init) }
    }

    private static let script = #"""
        service "feed"   { type = "Feed", args = { url = "u" } }
        service "reader" { type = "Reader", args = { feed = ref "feed" } }
        service "other"  { type = "Reader", args = { feed = ref "feed" }, tags = { "t" } }
        alias "news" "feed"
        """#

    private let folder: Folder

    init() throws {
        folder = try Folder(["container.lua": Self.script])
    }

    private func run(_ arguments: String...) throws -> Transcript {
        let wiring = Console.Wiring(
            types: try TypeRegistry([Feed.self, Reader.self]), scripts: [folder.file("container.lua")])
        let console = Console(commands: [ExplainCommand(wiring), ListCommand(wiring), StubsCommand(wiring)])
        return Transcript(of: console, arguments).without(folder.path + "/")
    }

    @Test func explainShowsWhyAServiceIsAsynchronous() throws {
        #expect(try run("explain", "feed").output.contains("\n  asynchronous   its initializer is asynchronous\n"))
        let path = "\n  asynchronous   it depends on \"feed\": reader -> feed\n"
        #expect(try run("explain", "reader").output.contains(path))
        #expect(
            try run("explain", "reader", "--format", "json").output.contains(
                #""asynchronous" : "it depends on \"feed\": reader -> feed""#))
    }

    @Test func listMarksAsynchronousServices() throws {
        let lines = try run("list").output.split(separator: "\n")
        #expect(lines.filter { $0.contains(" asynchronous ") }.count == 3, "\(lines)")
    }

    @Test func stubsStateWhichMembersAreAsynchronous() throws {
        _ = try run("stubs")
        let stubs = try String(contentsOfFile: folder.file("library/moonwire.lua"), encoding: .utf8)
        #expect(
            stubs.contains(
                "---@field fetch fun(self: moonwire.types.Feed, limit: integer): integer Fetches entries. "
                    + "Asynchronous: definitions can use it, and functions cannot call it.\n"))
        #expect(
            stubs.contains(
                """
                ---Asynchronous: definitions can use it, and functions cannot call it.
                ---@param arguments moonwire.types.Feed.Arguments
                """))
        #expect(!stubs.contains("fun(self: moonwire.types.Feed): any Asynchronous"))
    }
}
