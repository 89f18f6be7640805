import Moonwire
import TestSupport
import Testing

/// What goes wrong with such slots.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousSlotFaultTests {
    /// Needs a service with an asynchronous build.
    private final class Bulb: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var cable: Cable

        static let exposure = Exposure(Bulb.self) { Initializer { Bulb() } }
    }

    /// Is built asynchronously with a service that has it in a slot.
    private final class Grid: Exposed, Sendable {
        let meter: Meter?

        init(meter: Meter?) { self.meter = meter }

        static let exposure = Exposure(Grid.self) {
            Initializer("meter") { (meter: Meter) async in Grid(meter: meter) }
        }
    }

    private final class Meter: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var grid: Grid

        init(isTest: Bool) { if isTest { grid = Grid(meter: nil) } }

        static let exposure = Exposure(Meter.self) {
            Initializer(ExposedArgument("isTest", default: false)) { Meter(isTest: $0) }
        }
    }

    /// Is built asynchronously, and has itself in a slot.
    private final class Ring: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var ring: Ring

        init() async {}

        static let exposure = Exposure(Ring.self) { Initializer { await Ring() } }
    }

    /// Has a cable, and is built synchronously.
    private final class Reel: Exposed, Sendable {
        let cable: Cable

        init(cable: Cable) { self.cable = cable }

        static let exposure = Exposure(Reel.self) { Initializer("cable") { Reel(cable: $0) } }
    }

    private final class Shelf: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var reel: Reel

        static let exposure = Exposure(Shelf.self) { Initializer { Shelf() } }
    }

    private final class Spare {
        @Injected var cable: Cable
    }

    private struct Broken: Error, CustomStringConvertible {
        var description: String { "no current" }
    }

    private func container(_ script: String, register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try Container(
            text: script, named: "script.lua",
            types: [Bulb.self, Grid.self, Meter.self, Ring.self, Reel.self, Shelf.self, Cable.self], environment: .dev,
            register: register)
    }

    @Test func aSynchronousResolveSaysWhatTheSlotNeeds() throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = "main" } }
            service "bulb" { type = "Bulb" }
            """#)
        #expect(
            message { _ = try container.resolve("bulb", as: Bulb.self) } == """
                script.lua:1: service "main" must be built asynchronously, because its initializer is asynchronous
                    needed by bulb -> main
                    use `try await container.resolve("main", …)`
                """)
    }

    @Test func aServiceThatNothingCanAwaitIsReported() async throws {
        let script = #"""
            service "main" { type = "Cable", args = { name = "main" }, scope = "transient" }
            service "bulb" { type = "Bulb", scope = "transient" }
            service "other" { type = "Bulb", scope = "transient" }
            """#
        let container = try container(script) { $0.registerOwner(Spare.self) }
        let said = container.diagnostics.entries.map { entry in message { throw ContainerError(entry) } }
        #expect(
            said == [
                """
                script.lua:2: warning: service "bulb": slot Bulb.cable cannot be filled: service "main" is transient, and its initializer is asynchronous
                    unless its initializer assigns the slot, Bulb cannot be built
                    with scope "shared", `try await container.resolve(…)` builds "main" before it fills the slot
                """,
                """
                warning: slot Spare.cable cannot be filled: service "main" is transient, and its initializer is asynchronous
                    unless its initializer assigns the slot, Spare cannot be injected into
                    with scope "shared", `try await container.resolve(…)` builds "main" before it fills the slot
                """,
            ])
        let refused = await message { _ = try await container.resolve("bulb", as: Bulb.self) }
        #expect(
            refused == """
                script.lua:1: service "main" must be built asynchronously, because its initializer is asynchronous
                    needed by bulb -> main
                    use `try await container.resolve("main", …)`
                """)
    }

    @Test func theErrorOfTheBuildHasThePathThroughTheSlot() async throws {
        let container = try container(#"service "bulb" { type = "Bulb" }"#) {
            $0.register("main", file: "App.swift", line: 7) { _ async throws -> Cable in throw Broken() }
        }
        let said = await message { _ = try await container.resolve("bulb", as: Bulb.self) }
        #expect(
            said == """
                App.swift:7: service "main" could not be built: no current
                    needed by bulb -> main
                """)
    }

    @Test func aCycleThroughASlotIsAnError() async throws {
        let container = try container(#"service "bulb" { type = "Bulb" }"#) {
            $0.register("main", file: "App.swift", line: 7) { resolver async throws -> Cable in
                _ = try await resolver.resolve("bulb", as: Bulb.self)
                return await Cable(name: "main")
            }
        }
        let said = await message { _ = try await container.resolve("bulb", as: Bulb.self) }
        #expect(said == #"App.swift:7: service "main" depends on itself while it is built: main -> bulb -> main"#)
    }

    @Test func aSlotThatGetsItsOwnerIsACycle() async throws {
        let container = try container(
            #"""
            service "ring" { type = "Ring" }
            inject { slot = "Ring.ring", value = ref "ring" }
            """#)
        let said = await message { _ = try await container.resolve("ring", as: Ring.self) }
        #expect(said == #"script.lua:1: service "ring" depends on itself while it is built: ring -> ring"#)
    }

    /// Its factory has no line to compare, and the slot gets another value.
    @Test func aServiceThatOnlySeemsToNeedItselfIsBuilt() async throws {
        let container = try container(#"service "meter" { type = "Meter", args = { isTest = true } }"#) {
            $0.register("grid") { resolver async throws in
                Grid(meter: try await resolver.resolve("meter", as: Meter.self))
            }
        }
        #expect(try await container.resolve(Grid.self).meter?.grid.meter == nil)
    }

    /// One task builds the grid for a slot that does not need it; another needs the grid, whose factory needs the owner of the slot.
    @Test func awaitingASlotClosesNoCycleOfAnotherTask() async throws {
        let gate = AsyncGate()
        let container = try container(#"service "meter" { type = "Meter", args = { isTest = true } }"#) {
            $0.register("grid") { resolver async throws in
                try await gate.wait()
                return Grid(meter: try await resolver.resolve("meter", as: Meter.self))
            }
        }
        let meter = Task { try await container.resolve(Meter.self) }
        try await until { gate.waiting == 1 }
        let grid = Task { try await container.resolve(Grid.self) }
        gate.open()
        #expect(try await grid.value.meter === meter.value)
    }

    /// An initializer has assigned the slot.
    @Test func aFailureThatNoSlotNeedsIsNone() async throws {
        let container = try container(#"service "meter" { type = "Meter", args = { isTest = true } }"#) {
            $0.register("grid") { _ async throws -> Grid in throw Broken() }
        }
        #expect(try await container.resolve(Meter.self).grid.meter == nil)
    }

    @Test func cancellationEndsAResolveThatAwaitsASlot() async throws {
        let gate = AsyncGate()
        let container = try container(#"service "bulb" { type = "Bulb" }"#) {
            $0.register("main") { _ async throws -> Cable in
                try await gate.wait()
                return await Cable(name: "main")
            }
        }
        let task = Task { try await container.resolve("bulb", as: Bulb.self) }
        try await until { gate.waiting == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(try await container.resolve("bulb", as: Bulb.self).cable.name == "main")
    }

    @Test func transientServicesInASlotAreReportedWithTheirPath() async throws {
        let container = try container(
            #"""
            service "main"  { type = "Cable", args = { name = "main" }, scope = "transient" }
            service "reel"  { type = "Reel", args = { ref "main" }, scope = "transient" }
            service "shelf" { type = "Shelf" }
            """#)
        let said = container.diagnostics.entries.map { entry in message { throw ContainerError(entry) } }
        #expect(
            said == [
                """
                script.lua:3: warning: service "shelf": slot Shelf.reel cannot be filled: service "main" is transient, and its initializer is asynchronous
                    needed by reel -> main
                    unless its initializer assigns the slot, Shelf cannot be built
                    with scope "shared", `try await container.resolve(…)` builds "main" before it fills the slot
                """
            ])
    }

    @Test func servicesThatAreBuiltWithTheOwnerCannotBeBuiltBeforeIt() async throws {
        let container = try container(
            #"""
            service "grid" { type = "Grid", args = { ref "meter" } }
            service "meter" { type = "Meter" }
            """#)
        let grid = await message { _ = try await container.resolve("grid", as: Grid.self) }
        #expect(grid == #"script.lua:1: service "grid" depends on itself while it is built: grid -> meter -> grid"#)
        let meter = await message { _ = try await container.resolve("meter", as: Meter.self) }
        #expect(meter == #"script.lua:1: service "grid" depends on itself while it is built: grid -> meter -> grid"#)
    }

    @Test func aSlotThatItsInitializerAssignsClosesNoCycle() async throws {
        let container = try container(
            #"""
            service "grid" { type = "Grid", args = { ref "meter" } }
            service "meter" { type = "Meter", args = { isTest = true } }
            """#)
        #expect(try await container.resolve(Grid.self).meter?.grid.meter == nil)
        #expect(try await container.resolve(Meter.self).grid.meter == nil)
    }
}
