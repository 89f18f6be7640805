#if os(Linux)
    import Foundation
    import Moonwire
    import TestSupport
    import Testing

    /// What a watch knows of writers.
    ///
    /// No time passes by its clock, so that a reload that waits for a writer in vain never comes.
    @Suite(.timeLimit(.minutes(5))) struct WatchedWriterTests {
        private static func scene(_ text: String, _ other: String) throws -> WatchScene {
            try WatchScene(.told, text, files: ["other.lua": other], settle: nil, stoppedAt: .now)
        }

        private static func replace(_ text: String, in scene: WatchScene) throws {
            try scene.living.edit(text, "new.lua")
            _ = rename(scene.living.folder.path("new.lua"), scene.living.folder.path("container.lua"))
        }

        @Test func aFileThatAProgramKeepsOpenDelaysNoOther() async throws {
            let include = #"include "other.lua""# + "\n"
            let scene = try Self.scene(include + WatchScene.wiring("Leeds"), "-- a comment")
            let writer = try #require(FileHandle(forUpdatingAtPath: scene.living.folder.path("other.lua")))
            for town in ["York", "Hull"] {
                try Self.replace(include + WatchScene.wiring(town), in: scene)
                try await scene.waitFor(town)
            }
            try writer.close()
        }

        @Test func anEmptyFileThatIsTouchedDelaysNoOther() async throws {
            let include = #"include "other.lua""# + "\n"
            let scene = try Self.scene(include + WatchScene.wiring("Leeds"), "")
            try #require(utimes(scene.living.folder.path("other.lua"), nil) == 0)
            for town in ["York", "Hull"] {
                try Self.replace(include + WatchScene.wiring(town), in: scene)
                try await scene.waitFor(town)
            }
        }

        /// The system tells of the change, and never of a writer that closes the file.
        @Test func aFileThatIsCutByItsPathIsRead() async throws {
            let scene = try Self.scene(
                #"service "town" { type = "Station", args = { name = require "other" } }"#, #"return "York" .. " old""#)
            try #require(try scene.name() == "York old")
            try #require(truncate(scene.living.folder.path("other.lua"), 13) == 0)
            try await scene.waitFor("York")
        }
    }
#endif
