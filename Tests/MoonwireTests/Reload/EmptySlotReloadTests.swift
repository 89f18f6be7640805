import Moonwire
import Testing

/// A service that found nothing in an optional slot while it was built is replaced when there is something.
@Suite struct EmptySlotReloadTests {
    private static let panel = """
        service "panel" { type = "Panel", call = { { "start" } } }

        """

    private func panel(_ living: Living) throws -> Panel { try living.container.resolve("panel") }

    private func living(_ text: String) throws -> Living {
        try Living(Self.panel + text, types: [Panel.self, Meter.self, Lamp.self])
    }

    @Test(arguments: [
        (#"service "meter" { type = "Meter" }"#, "on, dark"),
        (#"service "bulb" { type = "Lamp" }"#, "off, lit"),
    ])
    func newServiceReplacesTheOwnerOfAnEmptySlot(_ service: String, _ mode: String) throws {
        let living = try living("")
        let first = try panel(living)
        #expect(first.mode == "off, dark")
        try living.reload(Self.panel + service)
        let second = try panel(living)
        #expect(first !== second)
        #expect(second.mode == mode)
    }

    /// Of two there was none to choose.
    @Test func onlyRemainingServiceReplacesTheOwnerOfAnEmptySlot() throws {
        let bulbs = #"service "bulb" { type = "Lamp" }"# + "\n"
        let living = try living(bulbs + bulbs.replacing("bulb", with: "spare"))
        #expect(try panel(living).mode == "off, dark")
        try living.reload(Self.panel + bulbs)
        #expect(try panel(living).mode == "off, lit")
    }

    @Test func unrelatedServiceKeepsTheOwnerOfAnEmptySlot() throws {
        let living = try living("")
        let first = try panel(living)
        try living.reload(Self.panel + #"service "other" { type = "Station", args = { name = "other" } }"#)
        #expect(first === (try panel(living)))
    }
}

private final class Meter: Exposed, Sendable {
    static let exposure = Exposure(Meter.self) { Initializer { Meter() } }
}

private final class Lamp: Exposed, Sendable {
    static let exposure = Exposure(Lamp.self) { Initializer { Lamp() } }
}

/// Looks into its slots while it is built.
private final class Panel: Exposed, @unchecked Sendable {  // Written while it is built, by one thread.
    @Injected("meter") var meter: Meter?
    @Injected var lamp: Lamp?
    private(set) var mode = ""

    static let exposure = Exposure(Panel.self) {
        Initializer { Panel() }
        Method("start") { (panel: Panel) in
            panel.mode = (panel.meter == nil ? "off" : "on") + (panel.lamp == nil ? ", dark" : ", lit")
        }
    }
}
