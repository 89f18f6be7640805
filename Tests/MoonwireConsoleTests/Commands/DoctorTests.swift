import LuaRuntime
import MoonwireConsole
import Testing

@Suite struct DoctorTests {
    @Test func versionsAndKnownBugsAreListed() {
        let doctor = Transcript(["doctor"])
        let lines = doctor.output.split(separator: "\n", omittingEmptySubsequences: false)
        let bugs = LuaLibrary.knownBugs.map { "  \($0)" }
        #expect(lines.prefix(2) == ["Moonwire 0.1.0", "Lua \(LuaLibrary.version)"])
        if bugs.isEmpty {
            #expect(lines.dropFirst(2).prefix(1) == ["no known bugs"])
        } else {
            let noun = bugs.count == 1 ? "bug" : "bugs"
            #expect(lines.dropFirst(2).prefix(2) == ["", "\(bugs.count) known \(noun) of this release of Lua:"])
            #expect(lines.dropFirst(4).prefix(bugs.count).map(String.init) == bugs)
        }
        #expect(doctor.status == .clean)
    }

    /// What follows the bugs, with these files and no programs.
    private func surroundings(_ files: [String: String]) throws -> String {
        let command = DoctorCommand(read: { files[$0] }, path: "/nowhere")
        let output = Transcript(of: Console(commands: [command]), ["doctor"]).output
        let blocks = output.split(separator: "\n\n", omittingEmptySubsequences: false)
        #expect(blocks.count > 2)
        return blocks.suffix(2).joined(separator: "\n\n")
    }

    @Test func foldersAreNotInstalledPrograms() throws {
        let folder = try Folder(["luacheck/luacheck": ""])
        let command = DoctorCommand(read: { _ in nil }, path: folder.path)
        #expect(
            Transcript(of: Console(commands: [command]), ["doctor"]).output.contains(
                "  luacheck              not installed\n"))
    }

    private static let limits = [
        "/proc/sys/fs/inotify/max_user_watches": "65536\n", "/proc/sys/fs/inotify/max_user_instances": "128\n",
    ]
    private static let programs = """
          lua-language-server   not installed
          luacheck              not installed
          efm-langserver        not installed
        """

    @Test func limitsAndEditorsAreReported() throws {
        let text = try surroundings(
            Self.limits.merging([".luarc.json": "library/moonwire.lua", "library/moonwire.lua": ""]) { $1 })
        #expect(
            text == """
                inotify watches at most 65536 files and folders for each user, in at most 128 instances

                editors have settings and definitions in this folder
                \(Self.programs)
                """)
    }

    @Test func lowLimitsAreWarnings() throws {
        let low = [
            "/proc/sys/fs/inotify/max_user_watches": "8191", "/proc/sys/fs/inotify/max_user_instances": "127",
            ".luarc.json": "library/moonwire.lua",
        ]
        #expect(
            try surroundings(low) == """
                inotify watches at most 8191 files and folders for each user, in at most 127 instances
                warning: the limit fs.inotify.max_user_watches is low: 8191; `sysctl fs.inotify.max_user_watches=8192` raises it
                warning: the limit fs.inotify.max_user_instances is low: 127; `sysctl fs.inotify.max_user_instances=128` raises it

                editors have settings in this folder, but library/moonwire.lua is missing: `moonwire stubs` writes it
                \(Self.programs)
                """)
    }

    @Test func systemWithoutLimitsAndFolderWithoutSettings() throws {
        #expect(
            try surroundings([".luarc.json": "{}"]) == """
                files are watched without inotify

                editors have no settings in this folder: `moonwire stubs` writes them
                \(Self.programs)
                """)
    }

    @Test func argumentIsAUsageError() {
        let wrong = Transcript(["doctor", "container.lua"])
        #expect(
            wrong.complaints == """
                moonwire doctor: argument "container.lua" is not expected
                    see moonwire doctor --help
                """)
        #expect(wrong.status == .usage)
    }
}
