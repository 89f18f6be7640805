import MoonwireCore
import MoonwireSupport
import MoonwireValues
import Testing

/// Optional slots that stay empty: reading one costs the same however many services there are.
@Suite struct EmptySlotTests {
    private final class Owner {
        @Injected("nope") var unknown: Engine?
        @Injected var ambiguous: Engine?
        @Injected var absent: Trailer?
    }

    /// Its slots belong to no object.
    private struct Part {
        @Injected("nope") var unknown: Engine?
        @Injected var ambiguous: Engine?
        @Injected var absent: Trailer?
        @Injected("broken") var broken: Trailer?
    }

    private static func container(services: Int) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = (0..<services).map { service("engine\($0)", "Engine", ["brand": "v8"]) }
        return try wiring.container()
    }

    /// A read that looks at every service takes about a millisecond here, and so would not finish within the limit.
    @Test(.timeLimit(.minutes(10))) func readOfAnEmptySlotDoesNotSearchTheServices() throws {
        let container = try Self.container(services: 20_000)
        let owner = Owner()
        try container.inject(into: owner)
        for _ in 0..<400_000 {
            guard owner.unknown == nil, owner.ambiguous == nil, owner.absent == nil else { return }
        }
        #expect(owner.unknown == nil)
    }

    @Test func anAmbiguousSlotIsReportedOnceInAGeneration() throws {
        let container = try Self.container(services: 2)
        let owner = Owner()
        try container.inject(into: owner)
        for _ in 0..<3 { #expect(owner.ambiguous == nil) }
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "slot Owner.ambiguous cannot be filled: 2 services provide Engine: engine0, engine1"
            ])
    }

    @Test(.timeLimit(.minutes(10))) func readOfAnEmptySlotWithoutAnOwnerDoesNotSearchTheServices() throws {
        let container = try Self.container(services: 20_000)
        let part = Part()
        withContainer(container) {
            for _ in 0..<400_000 {
                guard part.unknown == nil, part.ambiguous == nil, part.absent == nil else { return }
            }
        }
        #expect(container.diagnostics.entries.map(\.code) == [.invalidSlot])
    }

    /// Why such a slot is empty is said as that of an object is.
    @Test func faultOfASlotWithoutAnOwnerIsReportedOnce() throws {
        var wiring = Wiring()
        wiring.definitions = [service("one", "Engine", ["brand": "a"]), service("two", "Engine", ["brand": "b"])]
        wiring.services.register("broken", scope: .transient) { _ -> Trailer in throw Flat() }
        let container = try wiring.container()
        let part = Part()
        withContainer(container) {
            for _ in 0..<3 { #expect(part.unknown == nil && part.ambiguous == nil && part.broken == nil) }
        }
        let messages = container.diagnostics.entries.map(\.message)
        #expect(messages.count == 2)
        #expect(
            messages.first
                == "a slot of type Engine without an owner cannot be filled: 2 services provide Engine: one, two")
        #expect(messages.last?.contains("no air") == true)
    }

    /// Two slots declared on the same line have a report each.
    @Test func slotsOnOneLineAreReportedSeparately() throws {
        struct Part {
            @Injected(file: "Parts.swift", line: 1) var engine: Engine?
            @Injected(file: "Parts.swift", line: 1) var car: Car?
        }
        var wiring = Wiring()
        wiring.definitions = ["a", "b"].flatMap {
            [service($0, "Engine", ["brand": "v8"]), service("car-" + $0, "Car", ["engine": ref($0)])]
        }
        let container = try wiring.container()
        let part = Part()
        withContainer(container) {
            for _ in 0..<3 { #expect(part.engine == nil && part.car == nil) }
        }
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "a slot of type Engine without an owner cannot be filled: 2 services provide Engine: a, b",
                "a slot of type Car without an owner cannot be filled: 2 services provide Car: car-a, car-b",
            ])
    }

    /// Once the slot has had a value, a failure is news, also if it is the same as before.
    @Test(arguments: [false, true]) func slotThatFailsAgainAfterSuccessIsReportedAgain(hasOwner: Bool) throws {
        final class Owner { @Injected("broken") var engine: Engine? }
        struct Part { @Injected("broken") var engine: Engine? }
        let isBroken = Lock(true)
        var wiring = Wiring()
        wiring.services.register("broken", scope: .transient) { _ -> Engine in
            if isBroken.withLock({ $0 }) { throw Flat() }
            return Engine(brand: "v8", cylinders: 8)
        }
        let container = try wiring.container()
        let (owner, part) = (Owner(), Part())
        try container.inject(into: owner)
        func read() -> Bool {
            owner.$engine.reset()
            return hasOwner ? owner.engine != nil : withContainer(container) { part.engine != nil }
        }
        for reports in 1...3 {
            isBroken.withLock { $0 = true }
            for _ in 0..<3 { #expect(!read()) }
            isBroken.withLock { $0 = false }
            #expect(read())
            #expect(container.diagnostics.entries.count == reports)
        }
    }

    private struct Flat: Error, CustomStringConvertible {
        let description = "no air"
    }

    @Test func unknownIDOfARequiredSlotHasASuggestion() throws {
        final class Required { @Injected("engine9") var engine: Engine }
        let container = try Self.container(services: 2)
        #expect(message { try container.inject(into: Required()) }?.contains("did you mean \"engine0\"") == true)
    }
}
