import Foundation
import Moonwire
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// What editors do to files, each as a user would see it: the new wiring is live, or the fault is reported.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
    @Test(arguments: WatchScene.Way.allCases) func watchReadsAnEdit(way: WatchScene.Way) async throws {
        let scene = try WatchScene(way)
        try scene.living.edit(WatchScene.wiring("York"))
        try await scene.waitFor("York")
    }

    @Test(arguments: WatchScene.Way.allCases) func watchReportsABrokenEditAndReadsTheNextOne(way: WatchScene.Way)
        async throws
    {
        let scene = try WatchScene(way)
        for town in ["York", "Hull", "Bath"] {
            let before = try scene.name()
            try scene.living.edit("service 'town' {")
            #expect(await scene.refusal().hasPrefix("container.lua:1: "))
            #expect(try scene.name() == before)
            try scene.living.edit(WatchScene.wiring(town))
            try await scene.waitFor(town)
        }
    }

    @Test func aFileWrittenInPlaceIsSeen() async throws {
        let scene = try WatchScene(settle: .seconds(1))
        _ = try scene.name()
        let handle = try #require(FileHandle(forWritingAtPath: scene.living.folder.path("container.lua")))
        try handle.truncate(atOffset: 0)
        for byte in WatchScene.wiring("York").utf8 { try handle.write(contentsOf: Data([byte])) }
        try handle.close()
        try await scene.waitFor("York")
        let said = await scene.firstDiagnostic
        #expect(said == "note: reloaded: 1 service and 0 parameters changed, 1 instance replaced")
    }

    @Test func anEditorThatRenamesATemporaryFileIsFollowed() async throws {
        let scene = try WatchScene()
        for town in ["York", "Hull"] {
            try scene.living.edit(WatchScene.wiring(town), "container.lua~")
            _ = rename(scene.living.folder.path("container.lua~"), scene.living.folder.path("container.lua"))
            try await scene.waitFor(town)
        }
    }

    @Test(arguments: WatchScene.Way.allCases) func aSwappedLinkIsFollowed(way: WatchScene.Way) async throws {
        let folder = Scratch()
        for town in ["Leeds", "York", "Hull"] { try folder.write(WatchScene.wiring(town), "\(town)/container.lua") }
        try folder.link("now", to: "Leeds")
        let container = try Container(
            scripts: [folder.path("now/container.lua")], types: [Station.self], environment: .dev)
        let outcomes = container.reloads()
        let watch = try container.watch(settle: .milliseconds(20), polling: way.interval)
        for town in ["York", "Hull"] {
            try folder.link("next", to: town)
            _ = rename(folder.path("next"), folder.path("now"))
            for await _ in outcomes { if try await container.resolve(Station.self).name == town { break } }
        }
        #expect(try await container.resolve(Station.self).name == "Hull")
        watch.cancel()
    }

    @Test(arguments: WatchScene.Way.allCases) func aFileThatIsDeletedAndMadeAgainIsFollowed(way: WatchScene.Way)
        async throws
    {
        let scene = try WatchScene(way)
        try FileManager.default.removeItem(atPath: scene.living.folder.path("container.lua"))
        #expect(await scene.refusal().hasPrefix(#"script "container.lua" does not exist"# + "\n    searched in "))
        #expect(try scene.name() == "Leeds")
        try scene.living.edit(WatchScene.wiring("York"))
        try await scene.waitFor("York")
    }

    @Test func aFolderThatIsDeletedAndMadeAgainIsFollowed() async throws {
        let scene = try WatchScene(
            .told, #"include "parts/town.lua""#, files: ["parts/town.lua": WatchScene.wiring("Leeds")])
        try FileManager.default.removeItem(atPath: scene.living.folder.path("parts"))
        #expect(await scene.refusal().contains("there is no file"))
        try scene.living.edit(WatchScene.wiring("York"), "parts/town.lua")
        try await scene.waitFor("York")
    }

    @Test(arguments: WatchScene.Way.allCases) func aFolderInWhosePlaceAnotherIsPutIsFollowed(way: WatchScene.Way)
        async throws
    {
        let scene = try WatchScene(
            way, #"include "parts/town.lua""#,
            files: ["parts/town.lua": WatchScene.wiring("Leeds"), "next/town.lua": WatchScene.wiring("York")])
        let path = scene.living.folder.path
        try FileManager.default.moveItem(atPath: path("parts"), toPath: path("former"))
        try FileManager.default.moveItem(atPath: path("next"), toPath: path("parts"))
        try await scene.waitFor("York")
        try scene.living.edit(WatchScene.wiring("Hull"), "parts/town.lua")
        try await scene.waitFor("Hull")
    }

    @Test func includedAndRequiredFilesAreFollowed() async throws {
        let scene = try WatchScene(
            .told, #"include "town.lua""#,
            files: [
                "town.lua": #"service "town" { type = "Station", args = { name = require "names" } }"#,
                "names.lua": #"return "Leeds""#,
            ])
        try scene.living.edit(#"return "York""#, "names.lua")
        try await scene.waitFor("York")
        try scene.living.edit(WatchScene.wiring("Hull"), "town.lua")
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
        let scene = try WatchScene(.told, text, files: files, settle: .seconds(1))
        for (index, name) in parts.enumerated() { try scene.living.edit(part(index + 1, "York"), name) }
        try await scene.waitFor("York")
        #expect(scene.living.container.diagnostics.entries.filter { $0.severity == .fault } == [])
    }

    @Test func aFileThatABadEditNeedsIsFollowed() async throws {
        let scene = try WatchScene()
        try scene.living.edit(#"include "late.lua""#)
        #expect(await scene.refusal().contains("there is no file"))
        try scene.living.edit(WatchScene.wiring("York"), "late.lua")
        try await scene.waitFor("York")
    }

    @Test func watchReadsAnEditMadeBeforeItBegan() async throws {
        let living = try Living(WatchScene.wiring("Leeds"))
        let outcomes = living.container.reloads()
        try living.edit(WatchScene.wiring("York"))
        let watch = try living.container.watch(settle: .milliseconds(20))
        for await _ in outcomes { break }
        #expect(try living.station("town").name == "York")
        watch.cancel()
    }

    @Test func planningAheadDoesNotHideAChange() async throws {
        let living = try Living(WatchScene.wiring("Leeds"))
        let outcomes = living.container.reloads()
        try living.edit(WatchScene.wiring("York"))
        _ = try living.container.reloadPlan()
        let watch = try living.container.watch(settle: .milliseconds(20))
        for await _ in outcomes { break }
        #expect(try living.station("town").name == "York")
        watch.cancel()
    }

    /// Without a refusal, which would be logged after the program has said that it ended.
    @Test func containerThatHasBeenShutDownIsNotReloaded() async throws {
        let living = try Living(WatchScene.wiring("Leeds"))
        _ = await living.container.shutdownGracefully()
        try living.edit(WatchScene.wiring("York"))
        Watcher(container: living.container, events: BriefEvents(), settle: .zero).run()
        #expect(living.container.reloadLog.isEmpty)
    }

    @Test func aContainerThatWasNotMadeFromScriptsCannotBeWatched() throws {
        let container = try Container(layers: [], types: TypeRegistry([]))
        #expect(
            message { _ = try container.watch() }
                == "this container was not made from scripts, so there is nothing to reload")
    }
}

/// Ends the watch after some waits.
private final class BriefEvents: FileEvents {
    private let waits = Lock(0)
    var interval: Duration? { .zero }

    func follow(_ paths: Set<WatchedPath>) -> WatchObstacle? { nil }

    func wait(atMost limit: Duration?) -> FileEvent {
        waits.withLock { waits in
            waits += 1
            return waits > 100 ? .cancelled : .quiet
        }
    }

    func cancel() {}
}
