import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// Slots, rules, and wrappers while a reload is checked.
@Suite struct CheckedReloadWrapperTests {
    private struct Refusal: Error {}

    private static let former = """
        service "mailer" { type = "Mailer", reload = "keep" }
        service "desk" { type = "Desk", reload = "keep" }
        inject { slot = "Desk.label", value = "former" }
        around "Mailer.greet" (function(original, self, name) return original(name) .. " former" end)
        hook.created("mailer", function(mailer)
            around(mailer, "greet", function(original, self, name) return original(name) .. "!" end)
        end)

        """

    private static let next = """
        service "mailer" { type = "Mailer", reload = "keep" }
        service "desk" { type = "Desk", reload = "keep" }
        service "late" { factory = function(args)
            around(args.mailer, "greet", function(original, self, name) return original(name) .. " late" end)
            local own = FastMailer {}
            around(own, "greet", function(original, self, name) return original(name) .. " own" end)
            return own
        end, args = { mailer = ref "mailer" }, eager = true }
        inject { slot = "Desk.label", value = "next" }
        inject { slot = "Desk.number", value = 2 }
        around "Mailer.greet" (function(original, self, name) return original(name) .. " next" end)

        """

    /// What can be seen of the wiring in use.
    private struct State: Equatable {
        let slots: [String]
        let label: String
        let number: Int?
        let greeting: String
        let rules: [String]
    }

    private func state(_ container: Container, _ desk: Desk, _ mailer: Mailer) throws -> State {
        let fresh = Desk()
        try container.inject(into: fresh)
        return State(
            slots: try container.slots(of: fresh).map { "\($0)" } + container.slots(of: desk).map { "\($0)" },
            label: fresh.label, number: fresh.number, greeting: try mailer.greet("Ann"),
            rules: try container.inspection.rules.map { "\($0)" })
    }

    private func open() async throws -> (Scratch, Container, Desk, Mailer) {
        let folder = try Scratch(types: [Mailer.self, FastMailer.self, Desk.self])
        try folder.write(Self.former)
        let container = try folder.container()
        try await container.start()
        let desk = try await container.resolve("desk", as: Desk.self)
        let mailer = try await container.resolve("mailer", as: Mailer.self)
        return (folder, container, desk, mailer)
    }

    @Test func aRefusedReloadLeavesEverythingAsItWas() async throws {
        let (folder, container, desk, mailer) = try await open()
        let before = try state(container, desk, mailer)
        #expect(before.greeting == "Hello Ann former!")
        #expect(before.label == "former")
        try folder.write(Self.next)
        for _ in 0..<3 {
            await #expect(throws: (any Error).self) {
                try await container.reload(checking: .health) { (_) async throws in
                    #expect(try await container.resolve("late", as: FastMailer.self).greet("Bob").hasSuffix(" own"))
                    #expect(try mailer.greet("Ann") == "Hello Ann former!")
                    let meanwhile = try await Task.detached { try self.state(container, desk, mailer) }.value
                    #expect(meanwhile == before)
                    throw Refusal()
                }
            }
            #expect(try state(container, desk, mailer) == before)
        }
        try folder.write(Self.former)
        try container.reload()
        #expect(try state(container, desk, mailer) == before)
    }

    @Test func aCheckedReloadThatWorksTakesEffectAtOnce() async throws {
        let (folder, container, desk, mailer) = try await open()
        try folder.write(Self.next)
        try await container.reload(checking: .health) { (_) async throws in
            #expect(try mailer.greet("Ann") == "Hello Ann former!")
        }
        let after = try state(container, desk, mailer)
        #expect(after.greeting == "Hello Ann next late")
        #expect((after.label, after.number ?? 0) == ("next", 2))
        #expect(try await container.resolve("late", as: FastMailer.self).greet("Bob") == "Hello Bob next own")
        try folder.write(Self.former)
        try await container.reload(checking: .health)
        #expect(try mailer.greet("Ann") == "Hello Ann former")
    }
}

/// Has slots that rules fill.
private final class Desk: Exposed, @unchecked Sendable {  // Its slots are read by one task after the other.
    @Injected var label: String
    @Injected var number: Int?

    init() {}

    static let exposure = Exposure(Desk.self) { Initializer { Desk() } }
}
