import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

/// An inspection holds a bounded amount of text beyond what the scripts say.
@Suite struct InspectionGrowthTests {
    private static let limit = 16 << 20
    private static let fault = "not filled in, because all filled-in values together take more than 16777216 bytes"
    private let big = String(repeating: "x", count: 1_000_000)

    private func graph(_ definitions: [Definition], _ parameters: [(String, WiredValue)]) throws -> DefinitionGraph {
        var wiring = ModelWiring()
        wiring.definitions = definitions
        wiring.parameters = parameters.map { ($0.0, $0.1, nil) }
        return DefinitionGraph(layers: [wiring.layer], types: nil, variables: .process)
    }

    @Test func inspectionFillsInValuesUpToALimit() throws {
        let graph = try graph(
            (0..<40).map { service("s\($0)", "T", ["a": param("big")]) }, [("big", .value(.text(big)))])
        let values = Inspection(graph).services.flatMap(\.values)
        #expect(values.count { $0.filled != nil } == 16)
        #expect(values.reduce(0) { $0 + ($1.filled?.utf8.count ?? 0) } < Self.limit)
        #expect(Set(values.filter { $0.filled == nil }.map(\.fault)) == [Self.fault])
        #expect(values.allSatisfy { $0.written == "param \"big\"" })
    }

    @Test func inspectionFillsInTheRequestedServiceFirst() throws {
        let definitions = (0..<40).map { service("s\($0)", "T", ["a": param("big")]) }
        var abstract = service("base", "T", ["a": param("big")])
        abstract.inheritance = DefinitionInheritance(parent: nil, isAbstract: true)
        let graph = try graph(definitions + [abstract], [("big", .value(.text(big)))])
        for id in ["s39", "base"] {
            let value = try #require(Inspection(graph, of: id).service(id)?.values.first)
            #expect(value.filled?.utf8.count == big.utf8.count + 2)
            #expect(value.fault == nil)
        }
        #expect(Inspection(graph).service("s39")?.values.first?.fault == Self.fault)
    }

    /// The elements of a list are filled in one by one, so that a list that is too large is never in memory as a whole.
    @Test func inspectionFillsInOneValueUpToTheLimit() throws {
        let list = WiredValue.list((0..<10_000).map { _ in param("big") })
        let map = WiredValue.map(Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("k\($0)", param("keys")) }))
        let graph = try graph(
            [service("list", "T", ["a": list]), service("map", "T", ["a": map])],
            [("big", .value(.text(big))), ("keys", .value(.list([.map([big: 1])])))])
        for id in ["list", "map"] {
            let value = try #require(Inspection(graph, of: id).service(id)?.values.first)
            #expect(value.filled == nil)
            #expect(value.fault == Self.fault)
        }
    }

    @Test func inspectionFillsInNothingBeyondTheLimit() throws {
        let graph = try graph(
            [
                service("a", "T", ["a": .list((0..<20).map { _ in param("big") })]),
                service("b", "T", ["a": param("small")]),
            ],
            [("big", .value(.text(big))), ("small", "s")])
        #expect(Inspection(graph, of: "a").service("b")?.values.first?.fault == Self.fault)
        #expect(Inspection(graph, of: "b").service("b")?.values.first?.filled == "\"s\"")
    }

    /// A rule is listed in full once, and not again with each slot of each service.
    @Test func inspectionListsTheValueOfARuleOnce() throws {
        var wiring = ModelWiring()
        wiring.definitions = (0..<20).map { service("s\($0)", "Dashboard", scope: .transient) }
        wiring.rules = [inject(.type("String", owner: nil), .value(.text(big + "end")))]
        let inspection = try wiring.inspection()
        #expect(inspection.rules.map { $0.value?.written.utf8.count } == [big.utf8.count + 5])
        let values = inspection.services.flatMap { $0.slots.flatMap(\.rules).map(\.value) }
        #expect(values.count == 20)
        #expect(values.allSatisfy { $0.utf8.count < 5_000 && $0.hasPrefix("\"xxx") && $0.hasSuffix("xend\"") })
    }

    /// Each missing name is compared with all names once at most, those that the application added among them.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func inspectionSearchesForEachMissingParameterOnce(
        hasSettings: Bool
    )
        throws
    {
        let count = 10_000
        let graph = try graph(
            (0..<count).map { service("s\($0)", "T", ["a": param("paramete\($0)x")]) },
            (0..<count).map { ("parameter\($0)", 1) })
        var settings = Layer(name: "settings")
        settings.parameters.set("own", 1, origin: Origin(nil), path: ["own"])
        let inspection = Inspection(graph, settings: hasSettings ? settings : nil)
        #expect(inspection.services.allSatisfy { $0.values.first?.fault?.hasSuffix("is not defined") == true })
        #expect((inspection.parameter("own") != nil) == hasSettings)
    }
}
