import Moonwire
import MoonwireObjects
import MoonwireSupport
import TestSupport
import Testing

/// What scripts wrap that do not take effect, and objects that end during a reload.
@Suite struct RefusedWrapperTests {
    private struct Refusal: Error {}

    private static let former = """
        service "mailer" { type = "Mailer", reload = "keep" }

        """

    private func open(_ types: [any Exposed.Type]) async throws -> (Scratch, Container, Mailer) {
        let folder = try Scratch(types: [Mailer.self] + types)
        try folder.write(Self.former)
        let container = try folder.container()
        try await container.start()
        return (folder, container, try await container.resolve("mailer", as: Mailer.self))
    }

    @Test func aBuildThatOutlivesItsRefusedReloadWrapsNothingInUse() async throws {
        let (folder, container, mailer) = try await open([Luggage.self])
        try folder.write(
            Self.former + """
                service "late" {
                    type = "Luggage", scope = "transient", args = { mailer = ref "mailer" }, call = { { "pack" } },
                    configure = function(luggage)
                        around(luggage.mailer, "greet", function(original, self, name) return "late" end)
                    end,
                }
                """)
        let build = Lock<Task<Void, any Error>?>(nil)
        await #expect(throws: (any Error).self) {
            try await container.reload(checking: .health) { (_) async throws in
                build.withLock { $0 = Task { _ = try await container.resolve("late", as: Luggage.self) } }
                try await until { Luggage.gate.waiting == 1 }
                throw Refusal()
            }
        }
        Luggage.gate.open()
        try await build.withLock { $0 }?.value
        #expect(try mailer.greet("Ann") == "Hello Ann")
    }

    @Test func aWrapperOfAKeptObjectKeepsWhatItsFunctionUses() async throws {
        let (folder, container, _) = try await open([FastMailer.self])
        try folder.write(
            """
            service "own" { type = "FastMailer" }
            hook.created("own", function(own)
                local other = Mailer {}
                around(own, "greet", function(original, self, name) return other:greeting(name) .. "!" end)
            end)
            """)
        try container.reload()
        let own = try await container.resolve("own", as: FastMailer.self)
        for _ in 0..<3 {
            #expect(try own.greet("Ann") == "Hello Ann!")
            try container.reload()
        }
    }

    @Test func objectsThatEndDuringAReloadMayCallTheirMembers() async throws {
        let folder = try Scratch(types: [Mailer.self])
        try folder.write(Self.former)
        let container = try folder.container()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<400 {
                        let farewell = Farewell()
                        _ = try? container.around(farewell, "leave") {
                            (original, _: Farewell, text: String) throws -> String in try original(text)
                        }
                        await Task.yield()
                    }
                }
            }
            group.addTask { for _ in 0..<60 { _ = try? container.reload() } }
        }
    }
}

/// Waits when it is packed.
private final class Luggage: Exposed, Sendable {
    static let gate = AsyncGate()
    let mailer: Mailer?

    init(mailer: Mailer?) { self.mailer = mailer }

    static let exposure = Exposure(Luggage.self) {
        Initializer(ExposedArgument("mailer", default: nil)) { Luggage(mailer: $0) }
        Method("pack") { (_: Luggage) async throws in try await gate.wait() }
        Property("mailer", \.mailer)
    }
}

/// Calls an overridable member when it ends.
private final class Farewell: Exposed, @unchecked Sendable {  // Its members are assigned first.
    @Overridable var leave = { @Sendable (text: String) in text }

    deinit { _ = try? leave("bye") }

    static let exposure = Exposure(Farewell.self) {}
}
