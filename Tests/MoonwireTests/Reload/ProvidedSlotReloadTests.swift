import Moonwire
import Testing

private struct StationNameProvider: SlotProvider, ExpressibleByStringLiteral {
    static let wrapperName = "StationName"
    let id: String

    init(stringLiteral id: String) { self.id = id }

    func value(for slot: SlotContext) throws -> String? { try slot.resolver.resolve(id, as: Station.self).name }
}

private typealias StationName = Provided<StationNameProvider>

private actor Tower: Exposed {
    @StationName("end") var name: String
    @Injected var station: Station

    static let exposure = Exposure(Tower.self) { Initializer { Tower() } }
}

/// Reloads, and owners of slots that closures of the application fill.
@Suite struct ProvidedSlotReloadTests {
    private static let script = """
        service "end" { type = "Station", args = { name = "end" } }
        service "other" { type = "Station", args = { name = "other" } }
        service "tower" { type = "Tower" }

        """

    private func living(_ id: String) throws -> Living {
        try Living(Self.script, types: [Tower.self]) {
            $0.inject(slot: "Tower.station") { (_: Tower, resolver) in try resolver.resolve(id) as Station }
        }
    }

    private func tower(_ living: Living) throws -> Tower { try living.container.resolve("tower") }

    @Test func unchangedWiringKeepsTheOwner() async throws {
        let living = try living("end")
        let first = try tower(living)
        #expect(await first.name == "end")
        try living.reload("-- a comment\n" + Self.script)
        let isSame = first === (try tower(living))
        #expect(isSame)
    }

    @Test func ownerIsReplacedWithWhatItsProviderUsed() async throws {
        let living = try living("other")
        let first = try tower(living)
        #expect(await first.name == "end")
        try living.reload(Self.script.replacing(#"name = "end""#, with: #"name = "terminus""#))
        let second = try tower(living)
        #expect(first !== second)
        #expect(await second.name == "terminus")
    }

    @Test func ownerIsReplacedWithWhatTheClosureOfARuleUsed() async throws {
        let living = try living("end")
        let first = try tower(living)
        try living.reload(Self.script.replacing(#"name = "end""#, with: #"name = "terminus""#))
        let second = try tower(living)
        #expect(first !== second)
        #expect(await [first.station.name, second.station.name] == ["end", "terminus"])
    }
}
