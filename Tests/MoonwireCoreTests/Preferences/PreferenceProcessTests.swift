import Foundation
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

private let process = BuiltProgram("PreferenceProcess")

/// Several processes, killed ones, and disks that take nothing: a value that was stored is there.
@Suite struct PreferenceProcessTests {
    private let folder = ScratchFolder()
    private var file: String { folder.path("preferences.plist") }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Result {
        try #require(process, "PreferenceProcess is not built").run(arguments, environment: environment)
    }

    @Test func aKilledWriterLeavesTheOldValueOrTheNewOne() throws {
        let result = try run("kill", file, "500")
        #expect(result.complaints.isEmpty)
        #expect(result.status == 0)
        // Every other child is killed after its first write.
        #expect((Int(result.output.dropLast()) ?? 0) >= 250)
        #expect(try folder.names.count <= 3)
    }

    @Test func processesDoNotUndoChangesOfOthers() throws {
        let store = FileStore(path: file)
        try store.write("kept", for: "other")
        let process = try #require(process, "PreferenceProcess is not built")
        let running = try ["a", "b", "c"].map { try process.start(["count", file, $0, "100"]) }
        for number in 1...100 { try store.write(.integer(Int64(number)), for: "own") }
        for result in running.map({ $0.result() }) { #expect(result.complaints.isEmpty) }
        for key in ["a", "b", "c", "own"] { #expect(try store.read(key) == 100) }
        #expect(try store.read("other") == "kept")
    }

    @Test func preferenceSetByAnotherProcessIsAnnounced() async throws {
        let store = FileStore(path: file)
        let container = try Wiring.of(preference("A.number", 0), in: store).container()
        let changes = container.preferences.changes()
        #expect(try run("count", file, "A.number", "3").status == 0)
        #expect(try container.preferences.get("A.number", as: Int.self) == 3)
        for await change in changes where change.new == 3 { break }
    }

    @Test func aFullDiskIsAnErrorAndKeepsTheOldValues() throws {
        let store = FileStore(path: file)
        try store.write("kept", for: "other")
        try store.write("old", for: "key")
        let result = try run("fill", file, "key", "100000", "5000")
        #expect(result.complaints == "\"\(file)\" cannot be written: File too large\n")
        #expect(result.status == 1)
        #expect(try store.read("key") == "old")
        #expect(try store.read("other") == "kept")
        #expect(try folder.names == ["preferences.plist", "preferences.plist.lock"])
    }

    #if !canImport(Darwin)
        /// The variables of a process that has no other configuration than this home.
        private func home(_ path: String) -> [String: String] { ["HOME": path, "XDG_CONFIG_HOME": ""] }
        private var usual: String { folder.path(".config/PreferenceProcess") }

        @Test func defaultStoreIsAFileInTheHomeFolder() throws {
            let home = home(folder.path)
            #expect(try run("set", "A.number", "3", environment: home).status == 0)
            #expect(try run("get", "A.number", environment: home).output == "3\n")
            #expect(try FileStore(path: "\(usual).preferences.plist").read("A.number") == 3)
        }

        @Test func aHomeThatCannotBeWrittenIsAnError() throws {
            folder.write("", to: "file")
            let home = home(folder.path("file/home"))
            let place = "\(folder.path("file/home"))/.config/PreferenceProcess.preferences.plist"
            let result = try run("set", "A.number", "3", environment: home)
            #expect(result.complaints == "\"\(place)\" cannot be written: Not a directory\n")
            #expect(result.status == 1)
            #expect(try run("get", "A.number", environment: home).output == "null\n")
        }

        @Test func userDefaultsAreMovedToTheFile() throws {
            let home = home(folder.path)
            try FileManager.default.createDirectory(atPath: folder.path(".config"), withIntermediateDirectories: false)
            let list = FileStoreTests.propertyList("<key>A.old</key><integer>1</integer><key>A.on</key><true/>")
            folder.write(list, to: ".config/PreferenceProcess.plist")
            #expect(try run("get", "A.old", environment: home).output == "1\n")
            #expect(try run("set", "A.old", "2", environment: home).status == 0)
            #expect(try run("get", "A.old", environment: home).output == "2\n")
            #expect(try run("get", "A.on", environment: home).output == "true\n")
            #expect(try String(contentsOfFile: "\(usual).plist", encoding: .utf8) == list)
        }

        @Test func corruptUserDefaultsAreAnError() throws {
            let home = home(folder.path)
            try FileManager.default.createDirectory(atPath: folder.path(".config"), withIntermediateDirectories: false)
            folder.write("", to: ".config/PreferenceProcess.plist")
            for arguments in [["get", "A.old"], ["set", "A.old", "2"]] {
                let result = try #require(process, "PreferenceProcess is not built").run(arguments, environment: home)
                #expect(result.complaints.hasPrefix("\"\(usual).plist\" is not a property list with keys"))
                #expect(result.status == 1)
            }
            #expect(try folder.names == [".config"])
        }
    #endif
}
