import Foundation
import Moonwire
import TestSupport
import Testing

/// What editors do to files, each as a user would see it: the new wiring is live, or the fault is reported.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
    static func wiring(_ name: String) -> String {
        #"service "town" { type = "Station", args = { name = "\#(name)" } }"#
    }

    /// How changes are noticed.
    enum Way: CaseIterable {
        case told
        case polled

        var interval: Duration? { self == .told ? nil : .milliseconds(20) }
    }

    /// A watched container, and what its reloads came to.
    private final class Scene: Sendable {
        let living: Living
        private let outcomes: AsyncStream<ReloadOutcome>
        private let diagnostics: AsyncStream<Diagnostic>
        private let watch: Watch

        init(
            _ way: Way = .told, _ text: String = wiring("Leeds"), files: [String: String] = [:],
            settle: Duration = .milliseconds(20)
        ) throws {
            living = try Living(text, files: files)
            outcomes = living.container.reloads
            diagnostics = living.container.diagnostics.stream()
            watch = try living.container.watch(settle: settle, polling: way.interval)
        }

        func name() throws -> String { try living.station("town").name }

        /// Waits until the town has that name; the time limit of the suite ends a wait in vain.
        func waitFor(_ name: String) async throws {
            if try self.name() == name { return }
            for await _ in outcomes { if try self.name() == name { return } }
        }

        /// The first that the watch has to say.
        var firstDiagnostic: String {
            get async {
                for await diagnostic in diagnostics { return "\(diagnostic)" }
                return ""
            }
        }

        /// Waits for a reload that is refused, and gives what it says.
        func refusal() async -> String {
            for await outcome in outcomes {
                if case .refused(let error) = outcome { return living.readable("\(error)") }
            }
            return ""
        }
    }

    @Test(arguments: Way.allCases) func anEditTakesEffect(way: Way) async throws {
        let scene = try Scene(way)
        try scene.living.edit(Self.wiring("York"))
        try await scene.waitFor("York")
    }

    @Test(arguments: Way.allCases) func aBadEditIsReportedAndTheNextOneIsSeen(way: Way) async throws {
        let scene = try Scene(way)
        for town in ["York", "Hull", "Bath"] {
            let before = try scene.name()
            try scene.living.edit("service 'town' {")
            #expect(await scene.refusal().hasPrefix("container.lua:1: "))
            #expect(try scene.name() == before)
            try scene.living.edit(Self.wiring(town))
            try await scene.waitFor(town)
        }
    }

    @Test func aFileWrittenInPlaceIsSeen() async throws {
        let scene = try Scene(settle: .seconds(1))
        _ = try scene.name()
        let handle = try #require(FileHandle(forWritingAtPath: scene.living.folder.path("container.lua")))
        try handle.truncate(atOffset: 0)
        for byte in Self.wiring("York").utf8 { try handle.write(contentsOf: Data([byte])) }
        try handle.close()
        try await scene.waitFor("York")
        let said = await scene.firstDiagnostic
        #expect(said == "note: reloaded: 1 service and 0 parameters changed, 1 instance replaced")
    }

    @Test func anEditorThatRenamesATemporaryFileIsFollowed() async throws {
        let scene = try Scene()
        for town in ["York", "Hull"] {
            try scene.living.edit(Self.wiring(town), "container.lua~")
            _ = rename(scene.living.folder.path("container.lua~"), scene.living.folder.path("container.lua"))
            try await scene.waitFor(town)
        }
    }

    @Test(arguments: Way.allCases) func aSwappedLinkIsFollowed(way: Way) async throws {
        let folder = Scratch()
        for town in ["Leeds", "York", "Hull"] { try folder.write(Self.wiring(town), "\(town)/container.lua") }
        try folder.link("now", to: "Leeds")
        let container = try Container(scripts: [folder.path("now/container.lua")], types: [Station.self])
        let outcomes = container.reloads
        let watch = try container.watch(settle: .milliseconds(20), polling: way.interval)
        for town in ["York", "Hull"] {
            try folder.link("next", to: town)
            _ = rename(folder.path("next"), folder.path("now"))
            for await _ in outcomes { if try container.resolve(Station.self).name == town { break } }
        }
        #expect(try container.resolve(Station.self).name == "Hull")
        watch.cancel()
    }

    @Test(arguments: Way.allCases) func aFileThatIsDeletedAndMadeAgainIsFollowed(way: Way) async throws {
        let scene = try Scene(way)
        try FileManager.default.removeItem(atPath: scene.living.folder.path("container.lua"))
        #expect(await scene.refusal() == #"script "container.lua" does not exist"#)
        #expect(try scene.name() == "Leeds")
        try scene.living.edit(Self.wiring("York"))
        try await scene.waitFor("York")
    }

    @Test func aFolderThatIsDeletedAndMadeAgainIsFollowed() async throws {
        let scene = try Scene(.told, #"include "parts/town.lua""#, files: ["parts/town.lua": Self.wiring("Leeds")])
        try FileManager.default.removeItem(atPath: scene.living.folder.path("parts"))
        #expect(await scene.refusal().contains("there is no file"))
        try scene.living.edit(Self.wiring("York"), "parts/town.lua")
        try await scene.waitFor("York")
    }

    @Test(arguments: Way.allCases) func aFolderInWhosePlaceAnotherIsPutIsFollowed(way: Way) async throws {
        let scene = try Scene(
            way, #"include "parts/town.lua""#,
            files: ["parts/town.lua": Self.wiring("Leeds"), "next/town.lua": Self.wiring("York")])
        let path = scene.living.folder.path
        try FileManager.default.moveItem(atPath: path("parts"), toPath: path("former"))
        try FileManager.default.moveItem(atPath: path("next"), toPath: path("parts"))
        try await scene.waitFor("York")
        try scene.living.edit(Self.wiring("Hull"), "parts/town.lua")
        try await scene.waitFor("Hull")
    }

    @Test func includedAndRequiredFilesAreFollowed() async throws {
        let scene = try Scene(
            .told, #"include "town.lua""#,
            files: [
                "town.lua": #"service "town" { type = "Station", args = { name = require "names" } }"#,
                "names.lua": #"return "Leeds""#,
            ])
        try scene.living.edit(#"return "York""#, "names.lua")
        try await scene.waitFor("York")
        try scene.living.edit(Self.wiring("Hull"), "town.lua")
        try await scene.waitFor("Hull")
    }

    @Test func manyFilesAtOnceAreReadTogether() async throws {
        let parts = (1...20).map { "part\($0).lua" }
        let text =
            parts.map { "include \"\($0)\"\n" }.joined() + """
                for number = 2, 20 do
                    if now(param("town" .. number)) ~= now(param "town1") then error "half of an edit" end
                end
                service "town" { type = "Station", args = { name = "%town20%" } }
                """
        let part = { (number: Int, town: String) in "parameters { town\(number) = \"\(town)\" }" }
        let files = Dictionary(uniqueKeysWithValues: parts.enumerated().map { ($1, part($0 + 1, "Leeds")) })
        let scene = try Scene(.told, text, files: files, settle: .seconds(1))
        for (index, name) in parts.enumerated() { try scene.living.edit(part(index + 1, "York"), name) }
        try await scene.waitFor("York")
        #expect(scene.living.container.diagnostics.entries.filter { $0.severity == .fault } == [])
    }

    @Test func aFileThatABadEditNeedsIsFollowed() async throws {
        let scene = try Scene()
        try scene.living.edit(#"include "late.lua""#)
        #expect(await scene.refusal().contains("there is no file"))
        try scene.living.edit(Self.wiring("York"), "late.lua")
        try await scene.waitFor("York")
    }

    @Test func whatChangedBeforeTheWatchBeganCounts() async throws {
        let living = try Living(Self.wiring("Leeds"))
        let outcomes = living.container.reloads
        try living.edit(Self.wiring("York"))
        let watch = try living.container.watch(settle: .milliseconds(20))
        for await _ in outcomes { break }
        #expect(try living.station("town").name == "York")
        watch.cancel()
    }

    @Test func planningAheadDoesNotHideAChange() async throws {
        let living = try Living(Self.wiring("Leeds"))
        let outcomes = living.container.reloads
        try living.edit(Self.wiring("York"))
        _ = try living.container.plan(for: .reload)
        let watch = try living.container.watch(settle: .milliseconds(20))
        for await _ in outcomes { break }
        #expect(try living.station("town").name == "York")
        watch.cancel()
    }

    @Test func aContainerThatWasNotMadeFromScriptsCannotBeWatched() throws {
        let container = try Container(layers: [], types: TypeRegistry([]))
        #expect(
            message { _ = try container.watch() }
                == "this container was not made from scripts, so there is nothing to reload")
    }
}
