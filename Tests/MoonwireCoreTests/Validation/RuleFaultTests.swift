import MoonwireCore
import MoonwireValues
import Testing

/// What a load says of rules; every sentence is recorded with the scripts that cause it.
@Suite struct RuleFaultTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])
    private static let slot = Rule.Target.slot(owner: "Dashboard", name: "engine")

    private func wiring(_ rules: Rule...) -> Wiring {
        var wiring = Wiring(Self.engine)
        wiring.rules = rules
        return wiring
    }

    @Test func aSoundRuleIsNotMentioned() throws {
        #expect(try wiring(inject(Self.slot, ref("engine"), line: 2)).report() == "")
    }

    @Test func unknownServicesAreFaultsWithTheNearestName() throws {
        #expect(
            try wiring(inject(Self.slot, ref("engin", line: 3), line: 2)).report() == """
                test.lua:3: inject Dashboard.engine: "value" refers to "engin", which is not defined
                    did you mean "engine"?
                """)
        let spare = Rule.Target.slot(owner: "Dashboard", name: "spare")
        #expect(try wiring(inject(spare, ref("engin", .optional), line: 2)).report() == "")
        #expect(
            try wiring(inject(Self.slot, ref("engin", .optional), line: 2)).report()
                == #"test.lua:2: inject Dashboard.engine: "value" expects Engine, not nothing"#)
    }

    @Test func faultsOfRulesStopTheLoad() {
        #expect(throws: ContainerError.self) { try wiring(inject(Self.slot, ref("none"), line: 2)).container() }
    }

    @Test func textsThatParametersDoNotFitAreFaults() throws {
        var wiring = wiring(inject(.slot(owner: "Dashboard", name: "title"), text("to ", "list"), line: 2))
        wiring.parameters = [("list", [1], 1)]
        #expect(
            try wiring.report() == """
                test.lua:2: inject Dashboard.title: "value": parameter "list" is no text, number or boolean, and cannot \
                stand inside a text
                    write "%list%" alone to pass the value as it is
                """)
    }

    @Test func aForcedRuleIsNotInVainBehindACloserOne() throws {
        let all = inject(.type("Engine", owner: nil), ref("engine"), force: true, line: 2)
        let owner = ["Dashboard", "SportDashboard", "Twin", "Trailer", "Witness", "Ledger"].enumerated().map {
            number, name in
            inject(.type("Engine", owner: name), ref("engine"), line: number + 3)
        }
        var closer = Wiring(Self.engine)
        closer.rules = [all] + owner
        #expect(try closer.check().filter { $0.location == at(2) }.isEmpty)
        closer.rules[0] = inject(.type("Engine", owner: nil), ref("engine"), line: 2)
        #expect(try closer.check().filter { $0.location == at(2) }.map(\.code) == [.shadowedRule])
    }

    @Test func withoutTypesOnlyWhatNeedsNoneIsChecked() {
        let wiring = wiring(
            inject(Self.slot, ref("none"), line: 2), inject(.slot(owner: "Nobody", name: "x"), 1, line: 3))
        let graph = DefinitionGraph(layers: [wiring.layer], types: nil, variables: .process)
        #expect(Validation.check(graph).map(\.code) == [.unknownService])
    }

    @Test func aManifestKnowsTheSlots() throws {
        let types = try TypeRegistry(manifest: try Garage.types().manifest())
        let wiring = wiring(
            inject(.slot(owner: "Dashboard", name: "engin"), ref("engine"), line: 2),
            inject(.slot(owner: "SportDashboard", name: "turbo"), "fast", line: 3),
            inject(.type("Engine", owner: "Dashboard"), ref("engine"), line: 4))
        let graph = DefinitionGraph(layers: [wiring.layer], types: types, variables: .process)
        #expect(
            Validation.check(graph).map(\.description) == [
                #"test.lua:3: inject SportDashboard.turbo: "value" expects Engine, not the text "fast""#,
                """
                test.lua:2: warning: inject Dashboard.engin: Dashboard has no slot "engin"
                    did you mean "engine"?
                """,
            ])
    }

    @Test func exposuresRecordSlots() {
        let slots = SportDashboard.exposure.description.slots
        #expect(slots.map(\.name) == ["engine", "spare", "driver", "trips", "title", "serial", "watched", "turbo"])
        #expect(slots.map(\.type)[1...3] == ["Engine", "Driving", "Array<Int>"])
        #expect(slots[2].protocolNames == ["Driving", "MoonwireCoreTests.Driving"] && slots[2].typeNames.isEmpty)
        #expect(Engine.exposure.description.slots.isEmpty && Point.exposure.description.slots.isEmpty)
    }
}
