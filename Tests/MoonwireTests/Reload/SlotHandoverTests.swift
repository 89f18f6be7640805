import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Slots that are filled while a reload happens, or after it.
@Suite struct SlotHandoverTests {
    private static func text(_ number: Int) -> String {
        """
        service "leaf" { type = "Station", args = { name = "leaf \(number)" } }
        service "one" { type = "Station", args = { name = "one" } }
        service "two" { type = "Station", args = { name = "two" } }
        inject { slot = "Yard.ruled", value = ref "\(number == 1 ? "one" : "two")" }

        """
    }

    private func living(_ make: @escaping @Sendable (ServiceResolver) throws -> Yard) throws -> Living {
        try Living(Self.text(1)) { services in services.register("yard", make) }
    }

    @Test func aRuleThatChangesWhileTheOwnerIsMadeReplacesIt() throws {
        let late = Lock<Living?>(nil)
        let living = try living { _ in
            _ = try late.withLock { $0 }?.reload(Self.text(2))
            return Yard()
        }
        late.withLock { $0 = living }
        let first = try living.container.resolve("yard", as: Yard.self)
        #expect(first.ruled.name == "one")
        late.withLock { $0 = nil }
        #expect(try living.container.resolve("yard", as: Yard.self).ruled.name == "two")
    }

    /// The owner is carried over to the new generation, where a thread that still resolves in the old one does not change it.
    @Test func aSlotThatIsReadInASupersededGenerationKeepsNothingOfIt() throws {
        let late = Lock<Living?>(nil)
        let text = { @Sendable (number: Int) in
            #"service "leaf" { type = "Station", args = { name = "leaf \#(number)" } }"#
        }
        let names = Collected<String>()
        let living = try Living(text(1)) { services in
            services.register("shed") { _ in Shed() }
            services.register("slow", scope: .transient) { resolver in
                let shed = try resolver.resolve("shed", as: Shed.self)
                _ = try late.withLock { $0 }?.reload(text(2))
                names.append(shed.station?.name ?? "none")
                return shed
            }
        }
        late.withLock { $0 = living }
        let shed = try living.container.resolve("slow", as: Shed.self)
        late.withLock { $0 = nil }
        #expect(names.elements == ["leaf 1"])
        #expect(shed === (try living.container.resolve("shed", as: Shed.self)))
        #expect(shed.station?.name == "leaf 2")
    }
}

/// Its slots are filled by the thread that has it.
private final class Yard: @unchecked Sendable {
    @Injected("one") var ruled: Station
    @Injected("leaf") var leaf: Station
}

/// Its slot is filled when it is read.
private final class Shed: @unchecked Sendable {
    @Injected("leaf") var station: Station?
}
