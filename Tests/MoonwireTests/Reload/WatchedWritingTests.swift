import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What writers and systems do to files that are watched with default settings.
@Suite(.timeLimit(.minutes(10))) struct WatchedWritingTests {
    @Test func aWriterThatStallsIsNeverReadHalf() async throws {
        let half = WatchScene.wiring("Half")
        // The watch stops waiting for a writer after ten seconds without a write, which never pass by this clock.
        let scene = try WatchScene(settle: nil, stoppedAt: .now)
        for town in ["York", "Hull"] {
            let handle = try #require(FileHandle(forWritingAtPath: scene.living.folder.path("container.lua")))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(half.utf8))
            try await Task.sleep(for: .milliseconds(400))
            #expect(try scene.name() != "Half")
            try handle.write(contentsOf: Data("\n\(WatchScene.wiring(town))".utf8))
            try handle.close()
            try await scene.waitFor(town)
        }
        #expect(scene.living.container.diagnostics.entries.filter { $0.message.contains("Half") } == [])
    }

    @Test func aFileThatIsReplacedIsFollowed() async throws {
        let scene = try WatchScene(settle: nil)
        for town in ["York", "Hull", "Bath"] {
            try scene.living.edit(WatchScene.wiring(town), "new.lua")
            _ = rename(scene.living.folder.path("new.lua"), scene.living.folder.path("container.lua"))
            try await scene.waitFor(town)
        }
    }

    @Test func aFileThatIsWrittenThroughAnotherNameIsFollowed() async throws {
        let scene = try WatchScene(settle: nil)
        let other = Scratch()
        try other.write("", "made.lua")
        try #require(link(scene.living.folder.path("container.lua"), other.path("other.lua")) == 0)
        for town in ["York", "Hull"] {
            try Data(WatchScene.wiring(town).utf8).write(to: URL(filePath: other.path("other.lua")))
            try await scene.waitFor(town)
        }
    }

    @Test(arguments: WatchScene.Way.allCases) func anyFolderAboveMayBeReplaced(way: WatchScene.Way) async throws {
        let folder = Scratch()
        try folder.write(WatchScene.wiring("Leeds"), "a/b/c/container.lua")
        let container = try Container(
            scripts: [folder.path("a/b/c/container.lua")], types: [Station.self], environment: .dev)
        let outcomes = container.reloads()
        let watch = try container.watch(polling: way.interval)
        for (depth, town) in [("a", "York"), ("a/b", "Hull"), ("a/b/c", "Bath"), ("a", "Derby")] {
            let rest = "a/b/c".dropFirst(depth.count)
            try folder.write(WatchScene.wiring(town), "next\(rest)/container.lua")
            _ = rename(folder.path(depth), folder.path("old-\(town)"))
            _ = rename(folder.path("next"), folder.path(depth))
            for await _ in outcomes { if try await container.resolve(Station.self).name == town { break } }
            try folder.write(WatchScene.wiring(town + " again"), "a/b/c/container.lua")
            for await _ in outcomes { if try await container.resolve(Station.self).name == town + " again" { break } }
        }
        watch.cancel()
    }

    /// As Kubernetes does it: all files belong to one folder, to which a link leads that is replaced in one step.
    @Test func aMountedConfigMapIsNeverMixed() async throws {
        let folder = Scratch()
        let names = (1...5).map { "part\($0).lua" }
        let install = { @Sendable (revision: Int) in
            for (number, name) in names.enumerated() {
                try folder.write("parameters { p\(number + 1) = \(revision) }", "..\(revision)/\(name)")
            }
            try? FileManager.default.removeItem(atPath: folder.path("..tmp"))
            try folder.link("..tmp", to: "..\(revision)")
            _ = rename(folder.path("..tmp"), folder.path("..data"))
            try? FileManager.default.removeItem(atPath: folder.path("..\(revision - 2)"))
        }
        try install(1)
        for name in names { try folder.link(name, to: "..data/\(name)") }
        let check = names.map { "include \"\($0)\"\n" }.joined()
        try folder.write(check, "container.lua")
        let container = try Container(scripts: [folder.path("container.lua")], types: [], environment: .dev)
        let mixed = Counter()
        let adopted = Counter()
        let isOver = Lock(false)
        onThreads(2) { number in
            if number == 0 {
                for _ in 0..<150 where (try? container.reload()) != nil {
                    let values = Set((1...5).map { try? container.parameter("p\($0)", as: Int.self) })
                    if values.count != 1 { mixed.add() }
                    adopted.add()
                }
                isOver.withLock { $0 = true }
            } else {
                for revision in 2... {
                    if isOver.withLock({ $0 }) { return }
                    try? install(revision)
                    usleep(3000)
                }
            }
        }
        #expect(mixed.value == 0)
        #expect(adopted.value > 0)
    }

    /// The scripts have no fault, so that it may work a moment later.
    @Test func aReloadThatTheApplicationRefusedIsTriedAgain() async throws {
        let isAway = Lock(true)
        let scene = try WatchScene(settle: nil) { services in
            services.addHook(.reloading) { _, _ in
                if isAway.withLock({ $0 }) { throw DatabaseIsAway() }
            }
        }
        try scene.living.edit(WatchScene.wiring("York"))
        for _ in 0..<2 { #expect(await scene.refusal().contains("DatabaseIsAway")) }
        let refused = try #require(scene.living.container.refusedReload)
        #expect(refused.cause == .application)
        #expect(abs(refused.date.timeIntervalSinceNow) < 600)
        isAway.withLock { $0 = false }
        try await scene.waitFor("York")
        #expect(scene.living.container.refusedReload == nil)
        let remarks = scene.living.container.diagnostics.entries.filter { $0.code == .refusedReload }.map(\.description)
        // It was refused for the same reason each time.
        #expect(remarks.count == 1)
        #expect(remarks.first?.contains("the container still uses the previous wiring: ") == true)
    }

    @Test func aReloadThatTheChecksRefusedWaitsForTheNextEdit() async throws {
        let scene = try WatchScene(settle: nil)
        try scene.living.edit("service 'town' {")
        #expect(await scene.refusal().hasPrefix("container.lua:1: "))
        #expect(scene.living.container.refusedReload?.cause == .scripts)
        #expect(
            scene.living.container.diagnostics.entries.last?.description
                == "warning: the container still uses the previous wiring: the scripts have 1 fault")
        try await Task.sleep(for: .milliseconds(700))
        #expect(scene.living.container.diagnostics.entries.filter { $0.code == .refusedReload }.count == 1)
        try scene.living.edit(WatchScene.wiring("York"))
        try await scene.waitFor("York")
        #expect(scene.living.container.refusedReload == nil)
    }

    /// In a process of its own, as its working folder is that of all tests.
    @Test func aRelativeScriptIsTheSameWhereverTheProcessGoes() async {
        await #expect(processExitsWith: .success) {
            let folder = Scratch()
            try folder.write(#"include "parts/town.lua""#, "container.lua")
            try folder.write(WatchScene.wiring("Leeds"), "parts/town.lua")
            #expect(chdir(folder.path("")) == 0)
            let container = try Container(scripts: ["container.lua"], types: [Station.self], environment: .dev)
            let outcomes = container.reloads()
            let watch = try container.watch()
            #expect(chdir("/") == 0)
            try container.reload()
            try folder.write(WatchScene.wiring("York"), "parts/town.lua")
            for await _ in outcomes { if try await container.resolve(Station.self).name == "York" { break } }
            watch.cancel()
        }
    }
}

private struct DatabaseIsAway: Error {}
