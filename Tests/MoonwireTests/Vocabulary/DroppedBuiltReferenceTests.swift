import Moonwire
import TestSupport
import Testing

/// `optional("id", { built = true, drop = true })` in values of values.
@Suite struct DroppedBuiltReferenceTests {
    private func depot(_ args: String, isBuilt: Bool) throws -> DropDepot {
        let container = try wire(
            """
            service "bicycle" { type = "Bicycle" }
            service "list" { type = "CourierList", scope = "transient", args = { couriers = argument "couriers" } }
            service "depot" { type = "DropDepot", args = { \(args) } }
            """, variables: ["KEY": "key"], types: Delivery.types + [DropDepot.self])
        if isBuilt { _ = try container.resolve("bicycle", as: Bicycle.self) }
        return try container.resolve("depot", as: DropDepot.self)
    }

    private static let dropped = "optional(\"bicycle\", { built = true, drop = true })"

    @Test(arguments: [true, false]) func entriesWithPlaceholdersInTheirKeysAreDropped(isBuilt: Bool) throws {
        let depot = try depot("byKey = { [\"%env(KEY)%\"] = \(Self.dropped) }", isBuilt: isBuilt)
        #expect(depot.byKey.keys.sorted() == (isBuilt ? ["key"] : []))
    }

    @Test(arguments: [true, false]) func elementsOfPassedArgumentsAreDropped(isBuilt: Bool) throws {
        let depot = try depot("list = ref(\"list\", { couriers = { \(Self.dropped) } })", isBuilt: isBuilt)
        #expect(depot.list?.couriers.map(\.name) == (isBuilt ? ["bicycle"] : []))
    }

    @Test func partsOfPairsCannotBeDropped() throws {
        let text = message { _ = try depot("pairs = { { \"a\", \(Self.dropped) } }", isBuilt: true) }
        #expect(
            text == """
                container.lua:3: service "depot": argument "pairs" at 1 is a pair { key, value }, and no part of it can be dropped
                """)
        let whole = Self.dropped.replacing(", drop = true", with: "")
        #expect(try depot("pairs = { { \"a\", \(whole) } }", isBuilt: false).pairs.first?.value == nil)
        #expect(try depot("pairs = { { \"a\", \(whole) } }", isBuilt: true).pairs.first?.value?.name == "bicycle")
    }
}

private final class DropDepot: Exposed, Sendable {
    let byKey: [String: any Courier]
    let list: CourierList?
    let pairs: KeyValuePairs<String, (any Courier)?>

    init(byKey: [String: any Courier], list: CourierList?, pairs: KeyValuePairs<String, (any Courier)?>) {
        self.byKey = byKey
        self.list = list
        self.pairs = pairs
    }

    static let exposure = Exposure(DropDepot.self) {
        Initializer(
            ExposedArgument("byKey", default: [:]), "list", ExposedArgument("pairs", default: [:]),
            body: DropDepot.init)
    }
}
