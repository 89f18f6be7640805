import Moonwire
import TestSupport
import Testing

/// What a reload changes, and what it leaves alone.
@Suite struct ReloadTests {
    private static let line = """
        parameters { town = "Leeds" }
        service "end" { type = "Station", args = { name = "end" } }
        service "middle" { type = "Station", args = { name = "middle", next = ref "end" } }
        service "start" { type = "Station", args = { name = "start", next = ref "middle" } }
        service "town" { type = "Station", args = { name = "at %town%" } }
        """

    @Test func editTakesEffectAfterAReload() throws {
        let living = try Living(Self.line)
        #expect(try living.station("end").name == "end")
        try living.reload(Self.line.replacing(#"name = "end""#, with: #"name = "terminus""#))
        #expect(try living.station("end").name == "terminus")
    }

    @Test func changedServiceIsReplacedWithItsUsers() throws {
        let living = try Living(Self.line)
        let (start, town) = (try living.station("start"), try living.station("town"))
        let plan = try living.reload(Self.line.replacing(#"name = "end""#, with: #"name = "terminus""#))
        #expect(
            plan == """
                ~ service "end" (container.lua:2 -> container.lua:2)
                replaced: start (changed: start -> middle -> end)
                replaced: middle (changed: middle -> end)
                replaced: end (changed)
                kept: town
                """)
        let (newStart, newTown) = (try living.station("start"), try living.station("town"))
        #expect(newStart !== start)
        #expect(newStart.next?.next?.name == "terminus")
        #expect(newTown === town)
    }

    @Test func movedLinesAndCommentsKeepInstances() throws {
        let living = try Living(Self.line)
        let start = try living.station("start")
        #expect(try living.reload("-- moved\n\n" + Self.line) == "kept: end, middle, start")
        let same = start === (try living.station("start"))
        #expect(same)
        #expect(living.readable("\(living.container.location(of: "end") as Any)").contains("container.lua:4"))
    }

    @Test func reorderedDefinitionsKeepInstances() throws {
        let living = try Living(Self.line)
        let ids = ["end", "middle", "start", "town"]
        let before = try ids.map { ObjectIdentifier(try living.station($0)) }
        let lines = Self.line.split(separator: "\n")
        let reordered = [lines[0], lines[4], lines[3], #"service "new" { type = "Station", args = { name = "new" } }"#]
        let plan = try living.reload((reordered + [lines[1], lines[2]]).joined(separator: "\n"))
        #expect(
            plan == """
                + service "new" (container.lua:4)
                kept: end, middle, start, town
                """)
        #expect(try ids.map { ObjectIdentifier(try living.station($0)) } == before)
    }

    @Test func changedParameterReplacesItsUsers() throws {
        let living = try Living(Self.line)
        let (start, town) = (try living.station("start"), try living.station("town"))
        let plan = try living.reload(Self.line.replacing("Leeds", with: "York"))
        #expect(
            plan == """
                ~ service "town" (container.lua:5 -> container.lua:5)
                ~ parameter "town" (container.lua:1 -> container.lua:1)
                replaced: town (changed)
                kept: end, middle, start
                """)
        let (newStart, newTown) = (try living.station("start"), try living.station("town"))
        #expect(newStart === start && newTown !== town)
        #expect(newTown.name == "at York")
    }

    @Test func addedAndRemovedServicesAreListed() throws {
        let living = try Living(Self.line)
        _ = try living.station("town")
        let plan = try living.reload(
            Self.line.replacing(
                #"service "town" { type = "Station", args = { name = "at %town%" } }"#,
                with: #"service "village" { type = "Station", args = { name = "village" } }"#))
        #expect(
            plan == """
                + service "village" (container.lua:5)
                - service "town" (container.lua:5)
                replaced: town (removed)
                """)
        #expect(try living.station("village").name == "village")
        #expect(message { _ = try living.station("town") } == #"service "town" is not defined"#)
    }

    @Test func brokenEditChangesNothingAndReportsAllFaults() throws {
        let living = try Living(Self.line)
        let start = try living.station("start")
        try living.edit(Self.line.replacing(#"ref "end""#, with: #"ref "edn""#).replacing("at %town%", with: "%twon%"))
        #expect(
            message { try living.container.reload() } == """
                container.lua:3: service "middle": argument "next" refers to "edn", which is not defined
                    did you mean "end"?
                    needed by start -> middle
                container.lua:5: service "town": argument "name" refers to parameter "twon", which is not defined
                    did you mean "town"?
                """)
        let same = start === (try living.station("start"))
        #expect(same)
        #expect(try living.station("town").name == "at Leeds")
        let last = living.container.diagnostics.entries.dropFirst(2).map(\.description)
        #expect(last == ["warning: the container still uses the previous wiring: the scripts have 2 faults"])
        #expect(try living.reload(Self.line) == "kept: end, middle, start, town")
    }

    @Test(arguments: ["service \"end\" {", "error \"stop\"", "while true do end"])
    func aScriptThatDoesNotRunChangesNothing(text: String) throws {
        let living = try Living(Self.line)
        try living.edit(text)
        #expect(throws: ContainerError.self) { try living.container.reload() }
        #expect(try living.station("start").next?.next?.name == "end")
    }

    @Test func missingIncludedScriptChangesNothing() throws {
        let living = try Living(#"include "part.lua""#, files: ["part.lua": Self.line])
        try living.edit(#"include "gone.lua""#)
        #expect(
            message { try living.container.reload() }
                .hasPrefix(#"container.lua:1: include "gone.lua": there is no file gone.lua""#))
        #expect(try living.station("start").name == "start")
    }

    @Test func includedFilesAreReadAgain() throws {
        let living = try Living(#"include "part.lua""#, files: ["part.lua": Self.line])
        #expect(try living.station("town").name == "at Leeds")
        try living.edit(Self.line.replacing("Leeds", with: "York"), "part.lua")
        try living.container.reload()
        #expect(try living.station("town").name == "at York")
    }

    @Test func reloadDoesWhatItsPlanLists() throws {
        let living = try Living(Self.line)
        let start = try living.station("start")
        try living.edit(Self.line.replacing(#"name = "middle""#, with: #"name = "centre""#))
        let plan = try living.container.reloadPlan()
        #expect(
            living.readable("\(plan)") == """
                ~ service "middle" (container.lua:3 -> container.lua:3)
                replaced: start (changed: start -> middle)
                replaced: middle (changed)
                kept: end
                """)
        let same = start === (try living.station("start"))
        #expect(same)
        #expect(try living.container.reload() == plan)
        #expect(try living.station("start").next?.name == "centre")
    }

    @Test func changedAliasReplacesItsUsers() throws {
        let text = """
            service "one" { type = "Station", args = { name = "one" } }
            service "two" { type = "Station", args = { name = "two" } }
            alias "chosen" "one"
            service "user" { type = "Station", args = { name = "user", next = ref "chosen" } }
            """
        let living = try Living(text)
        #expect(try living.station("user").next?.name == "one")
        try living.reload(text.replacing(#""chosen" "one""#, with: #""chosen" "two""#))
        #expect(try living.station("user").next?.name == "two")
    }

    @Test func newOptionalServiceReplacesItsUsers() throws {
        let text = #"service "user" { type = "Station", args = { name = "user", next = optional "guest" } }"#
        let living = try Living(text)
        #expect(try living.station("user").next == nil)
        try living.reload(text + "\n" + #"service "guest" { type = "Station", args = { name = "guest" } }"#)
        #expect(try living.station("user").next?.name == "guest")
    }

    @Test func outcomesOfReloadsAreSentInOrder() async throws {
        let living = try Living(Self.line)
        let outcomes = living.container.reloads()
        try living.reload(Self.line.replacing("Leeds", with: "York"))
        try living.edit("broken")
        #expect(throws: ContainerError.self) { try living.container.reload() }
        var said: [String] = []
        for await outcome in outcomes {
            switch outcome {
            case .reloaded(let plan): said.append("reloaded \(plan.changed.map(\.name))")
            case .refused(let error): said.append("refused \(error.code?.rawValue ?? "")")
            }
            if said.count == 2 { break }
        }
        #expect(said == ["reloaded [\"town\"]", "refused syntax-error"])
    }
}
