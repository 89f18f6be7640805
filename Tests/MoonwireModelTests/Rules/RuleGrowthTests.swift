import Foundation
import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

/// Rules for thousands of owners: looking at each rule for each slot, or at each slot for each rule, takes longer than the limit.
@Suite(.timeLimit(.minutes(10))) struct RuleGrowthTests {
    private static let owners = 3_000

    /// Classes named `Owner0` and so on, with the slots of `Dashboard`, as a manifest describes them.
    ///
    /// The slots of protocols are declared with those that `protocols` returns for the number of the owner.
    private static func types(protocols: ((Int) -> [String])? = nil) throws -> TypeRegistry {
        var manifest = try #require(
            try JSONSerialization.jsonObject(with: GarageManifest.data()) as? [String: Any])
        let all = try #require(manifest["types"] as? [[String: Any]])
        let types = all.filter { ["Engine", "Dashboard"].contains($0["name"] as? String) }
        let dashboard = try #require(types.first { $0["name"] as? String == "Dashboard" })
        manifest["types"] =
            types
            + (0..<owners).map { number in
                var owner = dashboard.merging(["name": "Owner\(number)", "qualifiedName": "App.Owner\(number)"]) { $1 }
                if let protocols, let slots = owner["slots"] as? [[String: Any]] {
                    owner["slots"] = slots.map { slot in
                        let names = (slot["protocolNames"] as? [String])?.isEmpty == false ? protocols(number) : []
                        return slot.merging(["protocolNames": names]) { $1 }
                    }
                }
                return owner
            }
        return try TypeRegistry(manifest: try JSONSerialization.data(withJSONObject: manifest))
    }

    private func graph(
        _ rules: [InjectionRule], _ definitions: [Definition] = [], _ refinements: [ProtocolRefinement] = [],
        protocols: ((Int) -> [String])? = nil
    ) throws -> DefinitionGraph {
        var layer = Layer(name: "test.lua")
        layer.definitions = [service("engine", "Engine", ["brand": "E"])] + definitions
        layer.rules = rules
        layer.refinements = refinements
        return DefinitionGraph(layers: [layer], types: try Self.types(protocols: protocols), variables: .process)
    }

    /// Looking at each composition that begins with the protocol of a slot, for each slot, takes longer than the limit.
    @Test func manyCompositionsWithOneFirstProtocolAreCheckedQuickly() throws {
        let rules = (0..<60_000).map { (number: Int) in
            inject(.protocol("Any & P\(number)", owner: nil), .value(.null), line: number)
        }
        let graph = try graph(rules) { ["Any", "P\($0)"] }
        #expect(Inspection(graph).rules.flatMap(\.slots).count == Self.owners)
    }

    /// Following the refinements of a protocol, for each slot, takes longer than the limit.
    @Test func manyRefinementsAreCheckedQuickly() throws {
        let refinements = (0..<20_000).map {
            ProtocolRefinement(specific: ["P\($0)"], general: ["P\($0 + 1)"])
        }
        let rules = (10_000..<20_000).map { (number: Int) in
            inject(.protocol("P\(number)", owner: "Other"), .value(.null), line: number)
        }
        let top = inject(.protocol("P20000", owner: nil), .value(.null))
        let graph = try graph(rules + [top], [], refinements) { _ in ["P0"] }
        #expect(Inspection(graph).rules.flatMap(\.slots).count == Self.owners)
    }

    @Test func manyRulesWithoutASlotAreCheckedQuickly() throws {
        let rules = (0..<3_000).flatMap { (number: Int) -> [InjectionRule] in
            [
                inject(.slot(owner: "Nobody\(number)", name: "engine"), ref("engine"), line: number),
                inject(.slot(owner: "Owner\(number)", name: "engin"), ref("engine"), line: number),
                inject(.type("Moter\(number)", owner: nil), ref("engine"), line: number),
                inject(.protocol("Moter\(number)", owner: "Owner\(number)"), ref("engine"), line: number),
            ]
        }
        let said = Validation.check(try graph(rules))
        #expect(said.count == rules.count)
        #expect(said.allSatisfy { $0.code == .unmatchedRule })
        let engine = said.first { $0.message == "inject Owner7.engin: Owner7 has no slot \"engin\"" }
        #expect(engine?.suggestions == ["engine"])
    }

    @Test func manyRulesForSlotsOfTheSameNameAreCheckedQuickly() throws {
        let rules = (0..<20_000).map { (number: Int) in
            inject(.slot(owner: "Owner\(number)", name: "engine"), ref("engine"), line: number)
        }
        let graph = try graph(rules)
        #expect(Validation.check(graph).count == rules.count - Self.owners)
        #expect(Inspection(graph).rules.flatMap(\.slots).count == Self.owners)
    }

    /// Rules that one replaces are listed with their slots as far as there is room.
    @Test func slotsOfReplacedRulesAreListedUpToALimit() throws {
        let rules = (0..<2_000).map { inject(.type("Engine", owner: nil), ref("engine"), line: $0) }
        let found = Inspection(try graph(rules)).rules
        let slots = found.last?.slots.count ?? 0
        #expect(slots >= 6_000)
        #expect(found.last?.fault == nil)
        let listed = found.dropLast().prefix { $0.fault == nil }
        #expect(listed.count > 10 && listed.count < 100)
        #expect(listed.allSatisfy { $0.slots.count == slots })
        #expect(
            found.dropLast().dropFirst(listed.count).allSatisfy {
                $0.slots.isEmpty
                    && $0.fault
                        == "slots not listed: the slots of all replaced rules take more than 16777216 bytes"
            })
    }

    /// Looking at each hook for each slot takes longer than the limit.
    @Test(.timeLimit(.minutes(5))) func manyHooksForSlotsOfTheSameNameAreCheckedQuickly() throws {
        let hooks = 300_000
        var layer = Layer(name: "test.lua")
        layer.definitions = (0..<Self.owners).map { service("s\($0)", "Owner\($0)", scope: .transient) }
        layer.hooks = (0..<hooks).map { (number: Int) in
            hook(.injected, "Owner\(number % Self.owners).engine", line: number)
        }
        let graph = DefinitionGraph(layers: [layer], types: try Self.types(), variables: .process)
        #expect(Inspection(graph).services.map(\.hooks.count).reduce(0, +) == hooks)
    }

    /// The services of a rule are not multiplied by the slots that it fills, and are not compared with each other.
    @Test func ruleWithManyServicesForManySlotsIsCheckedQuickly() throws {
        let many = (0..<10_000).map { service("e\($0)", "Engine", ["brand": "E"]) }
        let rule = inject(.type("Engine", owner: nil), .list(many.map { ref($0.id) }))
        let owners = (0..<Self.owners).map { service("s\($0)", "Owner\($0)", scope: .graph) }
        let faults = Validation.check(try graph([rule], many + owners))
        #expect(faults.allSatisfy { $0.code != .sharedGraphInstance })
    }

    /// What services of one class show of its slots is the same, and does not list rules that later ones replace.
    @Test func servicesOfOneClassShareTheDescriptionOfTheirSlots() throws {
        let rules = (0..<5_000).map { inject(.type("Engine", owner: nil), ref("engine"), force: $0 == 7, line: $0) }
        let graph = try graph(rules, (0..<5_000).map { service("s\($0)", "Dashboard") })
        let slots = Inspection(graph).services.flatMap(\.slots).filter { $0.name == "engine" }
        #expect(slots.count == 5_000)
        #expect(slots.allSatisfy { $0.rules.map(\.location) == [at(4_999), at(7)] })
    }
}
