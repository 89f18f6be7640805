import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

/// What a load says of rules; every sentence is recorded with the scripts that cause it.
@Suite struct RuleFaultTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])
    private static let slot = InjectionRule.Target.slot(owner: "Dashboard", name: "engine")

    private func wiring(_ rules: InjectionRule...) -> ModelWiring {
        var wiring = ModelWiring(Self.engine)
        wiring.rules = rules
        return wiring
    }

    @Test func validRuleIsNotReported() throws {
        #expect(try wiring(inject(Self.slot, ref("engine"), line: 2)).report() == "")
    }

    @Test func unknownServicesAreFaultsWithTheNearestName() throws {
        #expect(
            try wiring(inject(Self.slot, ref("engin", line: 3), line: 2)).report() == """
                test.lua:3: inject Dashboard.engine: "value" refers to "engin", which is not defined
                    did you mean "engine"?
                """)
        let spare = InjectionRule.Target.slot(owner: "Dashboard", name: "spare")
        #expect(try wiring(inject(spare, ref("engin", .optional), line: 2)).report() == "")
        #expect(
            try wiring(inject(Self.slot, ref("engin", .optional), line: 2)).report()
                == #"test.lua:2: inject Dashboard.engine: "value" expects Engine, got nil"#)
    }

    @Test func ruleStringsThatParametersDoNotFitAreFaults() throws {
        var wiring = wiring(inject(.slot(owner: "Dashboard", name: "title"), text("to ", "list"), line: 2))
        wiring.parameters = [("list", [1], 1)]
        #expect(
            try wiring.report() == """
                test.lua:2: inject Dashboard.title: "value": parameter "list" is not a string, number, or Boolean, and cannot \
                be part of a string
                    write "%list%" alone to pass the value as it is
                """)
    }

    @Test func forcedRuleBehindAMoreSpecificOneIsNotReported() throws {
        let all = inject(.type("Engine", owner: nil), ref("engine"), force: true, line: 2)
        let owner = ["Dashboard", "SportDashboard", "Twin", "Trailer", "Witness", "Ledger"].enumerated().map {
            number, name in
            inject(.type("Engine", owner: name), ref("engine"), line: number + 3)
        }
        var closer = ModelWiring(Self.engine)
        closer.rules = [all] + owner
        #expect(try closer.check().filter { $0.location == at(2) }.isEmpty)
        closer.rules[0] = inject(.type("Engine", owner: nil), ref("engine"), line: 2)
        #expect(try closer.check().filter { $0.location == at(2) }.map(\.code) == [.shadowedRule])
    }

    /// A slot about which a closer rule decides does not take the value, even if it could.
    @Test(arguments: [false, true]) func ruleValueThatFitsOnlyASlotOfAMoreSpecificRuleIsReported(isForced: Bool) throws
    {
        let rules = wiring(
            inject(.owner("Trailer"), ref("engine"), force: isForced, line: 2),
            inject(.slot(owner: "Trailer", name: "hitch"), ref("engine"), line: 3))
        #expect(try rules.check().map(\.severity) == [isForced ? .fault : .warning])
        #expect(
            try rules.check().map(\.message) == [
                "inject owner Trailer: \"value\" for slot Trailer.load expects Driving, "
                    + "got the service \"engine\", which is Engine"
            ])
    }

    @Test func rulesArePartlyCheckedWithoutTypes() {
        let wiring = wiring(
            inject(Self.slot, ref("none"), line: 2), inject(.slot(owner: "Nobody", name: "x"), 1, line: 3))
        let graph = DefinitionGraph(layers: [wiring.layer], types: nil, variables: .process)
        #expect(Validation.check(graph).map(\.code) == [.unknownService])
    }

    @Test func manifestContainsTheSlots() throws {
        let types = try TypeRegistry(manifest: try GarageManifest.types().manifest())
        let wiring = wiring(
            inject(.slot(owner: "Dashboard", name: "engin"), ref("engine"), line: 2),
            inject(.slot(owner: "SportDashboard", name: "turbo"), "fast", line: 3),
            inject(.type("Engine", owner: "Dashboard"), ref("engine"), line: 4))
        let graph = DefinitionGraph(layers: [wiring.layer], types: types, variables: .process)
        #expect(
            Validation.check(graph).map(\.description) == [
                #"test.lua:3: inject SportDashboard.turbo: "value" expects Engine, got the string "fast""#,
                """
                test.lua:2: warning: inject Dashboard.engin: Dashboard has no slot "engin"
                    did you mean "engine"?
                """,
            ])
    }
}
