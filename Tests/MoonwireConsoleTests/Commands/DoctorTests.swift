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
            #expect(lines.dropFirst(2) == ["no known bugs"])
        } else {
            let noun = bugs.count == 1 ? "bug" : "bugs"
            #expect(lines.dropFirst(2).prefix(2) == ["", "\(bugs.count) known \(noun) of this release of Lua:"])
            #expect(lines.dropFirst(4).map(String.init) == bugs)
        }
        #expect(doctor.status == .clean)
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
