import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct ServiceInspectionTests {
    private let wiring = ModelWiring(
        service("v8", "Engine", ["brand": "V8"], line: 1),
        service("jaguar", "Car", ["engine": ref("motor", .lazy, line: 4), "wheels": 4], scope: .transient, line: 3),
        alias("motor", of: "v8", line: 6),
        service("shop", "Workshop", line: 7),
        service("made", .method(of: ref("shop"), name: "car"), ["engine": ref("v8")], uses: ["nobody"], line: 8))

    @Test func aServiceIsDescribedByItsDefinition() throws {
        let jaguar = try #require(try wiring.inspection().service("jaguar"))
        #expect(jaguar.type == "Car")
        #expect(jaguar.typeNames == ["Car", "Driving", "MoonwireCoreTests.Car"])
        #expect(jaguar.scope == .transient)
        #expect(jaguar.location == at(3))
        #expect(jaguar.origin.layer == "test.lua")
        #expect(jaguar.values.map(\.field) == ["argument \"engine\"", "argument \"wheels\""])
        #expect(jaguar.values.map(\.written) == ["lazy \"motor\"", "4"])
        #expect(jaguar.values.map(\.location) == [at(4), at(3)])
    }

    @Test func inspectionResolvesAliasesOfDependencies() throws {
        let inspection = try wiring.inspection()
        let need = try #require(inspection.service("jaguar")?.needs.first)
        #expect(need.id == "motor")
        #expect(need.target == "v8")
        #expect(need.kind == .lazy)
        #expect(need.field == "argument \"engine\"")
        #expect(need.location == at(4))
        let engine = try #require(inspection.service("v8"))
        #expect(engine.neededBy.map(\.id) == ["jaguar", "made"])
        #expect(engine.aliases == ["motor"])
        #expect(inspection.service("motor")?.needs.map(\.target) == ["v8"])
    }

    @Test func undefinedDependencyHasNoTarget() throws {
        let made = try #require(try wiring.inspection().service("made"))
        #expect(made.needs.map(\.id) == ["shop", "v8", "nobody"])
        #expect(made.needs.map(\.target) == ["shop", "v8", nil])
        #expect(made.needs.map(\.field) == ["\"factory\"", "argument \"engine\"", "\"uses\""])
    }

    @Test func constructionsAreDescribedAsWrittenWithoutTypes() throws {
        var wiring = wiring
        wiring.parameters = [("class", "Engine", 1)]
        wiring.definitions.append(service("named", .type(TextTemplate([.parameter("class")]))))
        let inspection = try wiring.inspection(types: false)
        #expect(inspection.service("jaguar")?.type == "Car")
        #expect(inspection.service("jaguar")?.typeNames == [])
        #expect(inspection.service("named")?.type == "Engine")
        #expect(inspection.service("made")?.type == nil)
    }

    @Test func inspectionListsTheReplacedDefinitions() throws {
        var wiring = wiring
        wiring.beneath.definitions.append(service("shop", "Workshop"))
        let origin = try #require(try wiring.inspection().service("shop")?.origin)
        #expect(origin.layer == "test.lua")
        #expect(origin.replaces.map(\.layer) == ["Swift registrations"])
    }

    @Test func stepsComeInTheOrderInWhichTheyTakeEffect() throws {
        let wiring = ModelWiring(
            service(
                "probe", .type("Probe"), [:], ["first"], set: ["engine": ref("v8")],
                calls: [call("start"), call("note", ["text": "on"], [1])], line: 2))
        let values = try #require(try wiring.inspection().service("probe")?.values)
        #expect(
            values.map { "\($0.field): \($0.written)" } == [
                "argument 1: \"first\"", "property \"engine\": ref \"v8\"", "call \"start\": ()",
                "argument 1 of call \"note\": 1", "argument \"text\" of call \"note\": \"on\"",
            ])
    }

    @Test func inspectionListsTheRulesOfTheSlotsOfAService() throws {
        var wiring = ModelWiring(service("board", "Dashboard", scope: .transient), service("v8", "Engine"))
        wiring.rules = [
            inject(.type("Engine", owner: nil), ref("v8"), line: 5),
            skip(.slot(owner: "Dashboard", name: "engine"), line: 6),
        ]
        let inspection = try wiring.inspection()
        let slot = try #require(inspection.service("board")?.slots.first { $0.name == "engine" })
        #expect(slot.type == "Engine")
        #expect(slot.rules.map(\.rule) == ["inject Dashboard.engine", "inject type Engine"])
        #expect(slot.rules.map(\.value) == ["skip", "ref \"v8\""])
        #expect(slot.rules.map(\.location) == [at(6), at(5)])
        #expect(inspection.rules(puttingIn: "v8").map(\.rule) == ["inject type Engine"])
        let reaches = inspection.rules[0].slots
        let spare = reaches.first { $0.slot == "Dashboard.spare" }
        // It is declared as `@Injected("spare")`, which only an instance tells.
        #expect(spare?.decides == true)
        #expect(spare?.unless == "the slot names an id")
        let engine = reaches.first { $0.slot == "Dashboard.engine" }
        #expect(engine?.decides == false)
        #expect(engine?.unless == nil)
        #expect(slot.rules.map(\.unless) == [nil, nil])
        let shown = inspection.service("board")?.slots.first { $0.name == "spare" }
        #expect(shown?.rules.map(\.unless) == ["the slot names an id"])
    }

    /// A forced rule decides about slots that say themselves what goes in, where a closer one does not.
    @Test func inspectionListsRulesThatDependOnTheSlot() throws {
        var wiring = ModelWiring(service("board", "Dashboard", scope: .transient), service("v8", "Engine"))
        wiring.rules = [
            inject(.type("Engine", owner: nil), ref("v8"), force: true, line: 5),
            skip(.type("Engine", owner: "Dashboard"), line: 6), skip(.type("String", owner: nil), line: 7),
        ]
        let inspection = try wiring.inspection()
        let slots = try #require(inspection.service("board")?.slots)
        let spare = try #require(slots.first { $0.name == "spare" })
        #expect(spare.rules.map(\.rule) == ["inject type Engine of Dashboard", "inject type Engine"])
        #expect(spare.rules.map(\.unless) == ["the slot names an id", "the slot names an id"])
        #expect(slots.first { $0.name == "title" }?.rules.map(\.unless) == ["the slot has an initial value"])
        let forced = inspection.rules[0].slots.first { $0.slot == "Dashboard.spare" }
        #expect(forced?.decides == false)
        #expect(forced?.unless == "the slot names an id")
    }

    /// Of the rules for the same slots only the last can decide, and the last that is forced.
    @Test func rulesThatLaterOnesReplaceAreNotShown() throws {
        var wiring = ModelWiring(service("board", "Dashboard", scope: .transient), service("v8", "Engine"))
        wiring.rules = (1...6).map {
            inject(.type("Engine", owner: nil), ref("v8"), force: $0 == 2 || $0 == 4, line: $0)
        }
        let slots = try wiring.inspection().service("board")?.slots
        #expect(slots?.first { $0.name == "engine" }?.rules.map(\.location) == [at(6), at(4)])
    }

    @Test func hooksOfItsSlotsAreForAService() throws {
        var wiring = ModelWiring(service("board", "Dashboard", scope: .transient), service("v8", "Engine"))
        wiring.hooks = [hook(.injected, "Dashboard.engine"), hook(.injected, "Twin.second")]
        let inspection = try wiring.inspection()
        #expect(inspection.service("board")?.hooks.map(\.hook) == ["hook.injected(\"Dashboard.engine\")"])
        #expect(inspection.service("v8")?.hooks == [])
    }

    @Test func hooksThatAreForAServiceAreNamedInOrder() throws {
        var wiring = wiring
        wiring.hooks = [
            hook(.created, "v*"), hook(.resolved, "motor"), hook(.created, "type:Car", priority: 5),
        ]
        let inspection = try wiring.inspection()
        #expect(
            inspection.service("v8")?.hooks.map(\.hook) == ["hook.created(\"v*\")", "hook.resolved(\"motor\")"])
        #expect(inspection.service("motor")?.hooks == [])
        #expect(inspection.service("made")?.hooks.map(\.needsType) == [false])
        #expect(inspection.hooks.map(\.target) == ["type:Car", "v*", "motor"])
        #expect(inspection.hooks.map(\.services) == [["jaguar", "made"], ["v8"], ["v8"]])
        #expect(inspection.hooks.map(\.priority) == [5, 0, 0])
    }
}
