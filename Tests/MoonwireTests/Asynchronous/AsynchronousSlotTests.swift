import Moonwire
import MoonwireTesting
import TestSupport
import Testing

/// Required slots that get services with an asynchronous build.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousSlotTests {
    /// Its slot is filled with it.
    private final class Lamp: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var cable: Cable
        let lamp: Lamp?

        init(lamp: Lamp? = nil) { self.lamp = lamp }

        static let exposure = Exposure(Lamp.self) {
            Initializer(ExposedArgument("lamp", default: nil)) { Lamp(lamp: $0) }
        }
    }

    private final class Hall: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var lamp: Lamp

        static let exposure = Exposure(Hall.self) { Initializer { Hall() } }
    }

    /// Has an asynchronous initializer and a slot.
    private final class Tower: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var lamp: Lamp

        init() async { await Task.yield() }

        static let exposure = Exposure(Tower.self) { Initializer { await Tower() } }
    }

    private final class Gallery: Exposed, Sendable {
        let tower: Tower

        init(tower: Tower) { self.tower = tower }

        static let exposure = Exposure(Gallery.self) { Initializer("tower") { Gallery(tower: $0) } }
    }

    /// Refers to a service with a slot, which refers to it.
    private final class Frame: Exposed, @unchecked Sendable {  // Nothing assigns the property after the build.
        var picture: Picture?

        static let exposure = Exposure(Frame.self) {
            Initializer { Frame() }
            Property("picture", \.picture)
        }
    }

    private final class Picture: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected var cable: Cable
        let frame: Frame

        init(frame: Frame) { self.frame = frame }

        static let exposure = Exposure(Picture.self) { Initializer("frame") { Picture(frame: $0) } }
    }

    /// Names the service, which its exposure states.
    private final class Named: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected("second") var cable: Cable

        static let exposure = Exposure(Named.self) {
            Initializer { Named() }
            SlotArguments("cable", id: "second")
        }
    }

    /// The same, without a statement.
    private final class Unstated: Exposed, @unchecked Sendable {  // Nothing assigns the slot after the build.
        @Injected("second") var cable: Cable

        static let exposure = Exposure(Unstated.self) { Initializer { Unstated() } }
    }

    private func container(_ script: String, register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try Container(
            text: script, named: "script.lua",
            types: [
                Lamp.self, Hall.self, Tower.self, Gallery.self, Frame.self, Picture.self, Named.self, Unstated.self,
                Cable.self,
                Station.self,
            ], environment: .dev,
            register: register)
    }

    private static let lamp = #"""
        service "main" { type = "Cable", args = { name = "main" } }
        service "lamp" { type = "Lamp" }

        """#

    @Test func theServiceIsBuiltBeforeTheOwnerOfTheSlot() async throws {
        let container = try container(Self.lamp)
        let lamp: Lamp = try await container.resolve("lamp")
        #expect(lamp.cable.name == "main")
        #expect(try await container.resolve(Cable.self) === lamp.cable)
    }

    @Test func theSlotMayBelongToAServiceThatIsBuiltWithTheRequestedOne() async throws {
        let container = try container(
            Self.lamp + #"""
                service "outer" { type = "Lamp", args = { ref "next" } }
                alias "next" "lamp"
                """#)
        let found: Lamp = try await container.resolve("outer")
        #expect(found.cable === found.lamp?.cable)
    }

    @Test func aServiceWithAnAsynchronousInitializerHasSlots() async throws {
        let container = try container(Self.lamp + #"service "tower" { type = "Tower" }"#)
        #expect(try await container.resolve(Tower.self).lamp.cable.name == "main")
    }

    @Test func rulesAndStatedIdsDetermineTheService() async throws {
        let container = try container(
            Self.lamp + #"""
                service "second" { type = "Cable", args = { name = "second" } }
                service "named"  { type = "Named" }
                inject { slot = "Lamp.cable", value = ref "second" }
                """#)
        #expect(try await container.resolve(Lamp.self).cable.name == "second")
        #expect(try await container.resolve(Named.self).cable.name == "second")
        #expect(throws: ContainerError.self, "nothing needed it") { try container.resolve("main", as: Cable.self) }
    }

    @Test func anInlineServiceHasSlots() async throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = "main" } }
            service "outer" { type = "Lamp", args = { inline { type = "Lamp" } }, scope = "transient" }
            """#)
        #expect(try await container.resolve("outer", as: Lamp.self).lamp?.cable.name == "main")
    }

    @Test func factoriesInSwiftMakeOwners() async throws {
        let container = try container(#"service "main" { type = "Cable", args = { name = "main" } }"#) {
            $0.register("lamp") { _ in Lamp() }
            $0.register("asked") { resolver async throws in
                [try await resolver.resolve("lamp", as: Lamp.self).cable.name]
            }
        }
        #expect(try await container.resolve("asked", as: [String].self) == ["main"])
    }

    @Test func taggedServicesHaveSlots() async throws {
        let script = Self.lamp.replacing(#"type = "Lamp""#, with: #"type = "Lamp", tags = "lamps""#)
        let lamps = try await container(script).tagged("lamps", as: Lamp.self)
        #expect(lamps.map(\.cable.name) == ["main"])
    }

    @Test func servicesOfAScopeHaveSlots() async throws {
        for (main, lamp) in [
            ("shared", "request"), ("request", "request"), ("graph", "request"), ("graph", "shared"),
            ("shared", "shared"),
        ] {
            let container = try container(
                #"""
                scopes { "request" }
                service "main" { type = "Cable", args = { name = "main" }, scope = "\#(main)" }
                service "lamp" { type = "Lamp", scope = "\#(lamp)" }
                """#)
            try await container.withScope("request") {
                let lamp: Lamp = try await container.resolve("lamp")
                #expect(lamp.cable.name == "main")
            }
        }
    }

    @Test func servicesHaveTheirSlotsWhenTheyStart() async throws {
        let script = Self.lamp.replacing(#"type = "Lamp""#, with: #"type = "Lamp", eager = true"#)
        let container = try container(script)
        try await container.start()
        let lamp = { try container.resolve("lamp", as: Lamp.self) }
        #expect(try lamp().cable.name == "main")
    }

    @Test func overridesAreBuiltForSlots() async throws {
        let other = await Cable(name: "other")
        let container = try container(Self.lamp)
        try await container.withOverrides {
            $0.register("main") { _ async in other }
        } operation: {
            let lamp: Lamp = try await container.resolve("lamp")
            #expect(lamp.cable === other)
        }
        #expect(try await container.resolve(Lamp.self).cable.name == "main")
    }

    @Test func aReloadWithTheSlotBuildsTheService() async throws {
        let living = try Living(Self.lamp, types: [Lamp.self, Cable.self])
        _ = try await living.container.resolve("lamp", as: Lamp.self)
        try living.reload(Self.lamp.replacing(#"name = "main""#, with: #"name = "new""#))
        #expect(try await living.container.resolve("lamp", as: Lamp.self).cable.name == "new")
    }

    @Test func weakAndCachedServicesLiveUntilTheSlotIsFilled() async throws {
        for scope in [#""weak""#, #"{ "cached", ttl = 60 }"#] {
            let script = Self.lamp.replacing(#"name = "main" }"#, with: #"name = "main" }, scope = \#(scope)"#)
                .replacing(#"type = "Lamp""#, with: #"type = "Lamp", scope = "transient""#)
            #expect(try await container(script).resolve("lamp", as: Lamp.self).cable.name == "main", "\(scope)")
            let tower = script + #"service "tower" { type = "Tower", scope = "transient" }"#
            #expect(try await container(tower).resolve(Tower.self).lamp.cable.name == "main", "\(scope)")
        }
    }

    @Test func transientOwnersShareTheService() async throws {
        let script = Self.lamp.replacing(#"type = "Lamp""#, with: #"type = "Lamp", scope = "transient""#)
        let container = try container(script)
        let first: Lamp = try await container.resolve("lamp")
        let second: Lamp = try await container.resolve("lamp")
        #expect(first !== second)
        #expect(first.cable === second.cable)
        let synchronous = { try container.resolve("lamp", as: Lamp.self) }
        #expect(try synchronous().cable === first.cable)
    }

    /// Its build awaits nothing itself, only what it needs.
    @Test func aServiceForOneSlotIsBuiltFromTheOnesBeforeIt() async throws {
        let container = try container(
            #"""
            service "main"  { type = "Cable", args = { name = "main" } }
            service "inner" { type = "Lamp", args = { ref "bare" }, scope = "transient" }
            service "bare"  { type = "Lamp", scope = "transient" }
            service "hall"  { type = "Hall" }
            inject { slot = "Hall.lamp", value = ref "inner" }
            """#)
        let hall: Hall = try await container.resolve("hall")
        #expect(hall.lamp.lamp?.cable === hall.lamp.cable)
        #expect(try await container.resolve(Cable.self) === hall.lamp.cable)
    }

    /// Such a service has a direct build, which awaits nothing.
    @Test func aTransientServiceWithoutArgumentsAwaitsItsSlot() async throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = "main" } }
            service "named" { type = "Unstated", scope = "transient" }
            inject { owner = "Unstated", value = ref "main", force = true }
            """#)
        for _ in 0..<3 { #expect(try await container.resolve(Unstated.self).cable.name == "main") }
    }

    @Test func aGraphInstanceIsSharedByTheSlotsOfOneResolve() async throws {
        let container = try container(
            #"""
            defaults { scope = "transient" }
            service "main"  { type = "Cable", args = { name = "main" }, scope = "graph" }
            service "outer" { type = "Lamp", args = { ref "inner" } }
            service "inner" { type = "Lamp" }
            """#)
        let first: Lamp = try await container.resolve("outer")
        #expect(first.cable === first.lamp?.cable)
        #expect(try await container.resolve("outer", as: Lamp.self).cable !== first.cable)
    }

    /// The slots of a service without an id belong to the one that contains it.
    @Test func anAsynchronousInlineServiceHasSlots() async throws {
        let container = try container(
            #"""
            service "main" { factory = "Cable.open", args = { name = "main" } }
            service "lamp" { type = "Lamp" }
            service "hall" { type = "Gallery", args = { inline { type = "Tower" } } }
            """#)
        #expect(try await container.resolve(Gallery.self).tower.lamp.cable.name == "main")
    }

    @Test func aServiceThatIsPassedLaterHasSlots() async throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = "main" } }
            service "frame" { type = "Frame", set = { picture = later "picture" } }
            service "picture" { type = "Picture", args = { ref "frame" } }
            """#)
        let frame: Frame = try await container.resolve("frame")
        #expect(frame.picture?.frame === frame)
        #expect(frame.picture?.cable.name == "main")
    }

    /// The instance for the slot depends on the arguments.
    @Test func aSlotMayPassArgumentsToAServiceThatExists() async throws {
        let container = try container(
            #"""
            service "main" { type = "Cable", args = { name = argument "name" }, scope = { "cached", ttl = 60 } }
            service "lamp" { type = "Lamp", scope = "transient" }
            inject { slot = "Lamp.cable", value = ref("main", { name = "a" }) }
            """#)
        let said = await message { _ = try await container.resolve("lamp", as: Lamp.self) }
        #expect(
            said == """
                script.lua:1: service "main" must be built asynchronously, because its initializer is asynchronous
                    needed by lamp -> main
                    use `try await container.resolve("main", …)`
                """)
        let cable: Cable = try await container.resolve("main", as: Cable.self, arguments: ["name": "a"])
        #expect(try await container.resolve(Lamp.self).cable === cable)
    }

    private func withExpiring(
        _ lamp: String, _ clock: ManualClock, _ built: Counter, register: (inout Registrations) -> Void = { _ in }
    ) throws -> Container {
        try container(lamp) {
            $0.registerClock(clock)
            $0.register("main", scope: .cached(for: .seconds(60))) { _ async in
                built.add()
                return await Cable(name: "main")
            }
            register(&$0)
        }
    }

    /// Whoever uses it already has it, whatever happens to what is in its slot.
    @Test func aLivingOwnerAwaitsNothing() async throws {
        let (clock, built) = (ManualClock(), Counter())
        let container = try withExpiring(
            #"service "lamp" { type = "Lamp", scope = "weak", outlives = { "cached" } }"#, clock, built)
        let lamp: Lamp = try await container.resolve("lamp")
        clock.advance(by: .seconds(60))
        #expect(try await container.resolve("lamp", as: Lamp.self) === lamp)
        #expect(built.value == 1)
    }

    @Test func whatExpiresDuringTheConstructionIsBuiltAgain() async throws {
        let (clock, built) = (ManualClock(), Counter())
        let container = try withExpiring("", clock, built) {
            $0.register("lamp", scope: .transient) { _ async in
                clock.advance(by: .seconds(60))
                return Lamp()
            }
        }
        #expect(try await container.resolve("lamp", as: Lamp.self).cable.name == "main")
        #expect(built.value == 2)
    }

    @Test func manyTasksBuildOnce() async throws {
        let count = Counter()
        let container = try container(
            #"""
            service "lamp"  { type = "Lamp", scope = "transient" }
            service "tower" { type = "Tower", scope = "transient" }
            """#
        ) {
            $0.register("main") { _ async in
                count.add()
                return await Cable(name: "main")
            }
        }
        let cables = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for number in 0..<64 {
                group.addTask {
                    number.isMultiple(of: 2)
                        ? ObjectIdentifier(try await container.resolve(Lamp.self).cable)
                        : ObjectIdentifier(try await container.resolve(Tower.self).lamp.cable)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(cables.count == 1)
        #expect(count.value == 1)
    }
}
