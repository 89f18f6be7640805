import MoonwireCore
import MoonwireSupport
import MoonwireValues
import Testing

/// Sizes at which a reload that looks at all services for each of them runs into the time limit.
@Suite(.timeLimit(.minutes(10))) struct ReloadGrowthTests {
    /// The first time as they are, from then on with another brand.
    private final class EditedLayers: LayerSource {
        private let layers: [Layer]
        private let reads = Lock(0)

        init(_ layers: [Layer]) { self.layers = layers }

        func read() throws -> Reading {
            let number = reads.withLock { reads in
                reads += 1
                return reads
            }
            var edited = Layer(name: "test.lua")
            edited.definitions = [service("last", "Engine", ["brand": .value(.text(number == 1 ? "A" : "B"))])]
            return Reading(layers: layers + [edited])
        }
    }

    private final class Part: Sendable {}

    private func container(_ services: Registrations) throws -> Container {
        try Container(
            source: EditedLayers([services.beneath]), types: try Garage.types(), variables: .process,
            slowWait: .seconds(5))
    }

    @Test func servicesThatResolveByTypeReloadQuickly() throws {
        let count = 20_000
        var services = Registrations()
        for number in 0..<count {
            services.register("s\(number)") { resolver in
                _ = try resolver.resolve(Engine.self)
                return Part()
            }
        }
        let container = try container(services)
        for number in 0..<count { _ = try container.resolve("s\(number)", as: Part.self) }
        let plan = try container.reloadPlan()
        #expect(plan.replaced.count == count + 1)
        #expect(plan.changed.map(\.name) == ["last"])
    }

    @Test func longChainOfServicesReloadsQuickly() throws {
        let count = 60_000
        var services = Registrations()
        for number in 0..<count {
            let next = number + 1 < count ? "s\(number + 1)" : "last"
            services.register("s\(number)") { resolver in
                _ = try resolver.resolve(next, as: Engine.self)
                return Engine(brand: "E", cylinders: 4)
            }
        }
        let container = try container(services)
        for number in (0..<count).reversed() { _ = try container.resolve("s\(number)", as: Engine.self) }
        let plan = try container.reloadPlan()
        #expect(plan.replaced.count == count + 1)
        #expect(plan.replaced.allSatisfy { $0.reason == .changed })
        #expect(plan.replaced.first?.through.first == "s0")
        #expect(plan.replaced.first?.through.last == "…")
    }
}
