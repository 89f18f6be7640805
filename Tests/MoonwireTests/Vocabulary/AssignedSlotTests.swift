import Moonwire
import Testing

/// Slots whose values a definition assigns after its object is built.
@Suite struct AssignedSlotTests {
    private final class Screen: Exposed {
        @Lazy var tint: Tint
        @Injected("tnt") var second: Tint?

        init() {}

        static let exposure = Exposure(Screen.self) {
            Initializer { Screen() }
            Property("tint", \.tint)
            Property("second", \.second)
        }
    }

    private final class Tint: Exposed {
        init() {}

        static let exposure = Exposure(Tint.self) { Initializer("name") { (_: String) in Tint() } }
    }

    private func reported(_ definition: String) throws -> [String] {
        let container = try wire(definition, types: [Screen.self, Tint.self])
        _ = try container.resolve("screen", as: Screen.self)
        return container.diagnostics.entries.map { "\($0)" }
    }

    @Test func whatADefinitionAssignsIsNotReported() throws {
        #expect(
            try reported(
                """
                service "screen" { type = "Screen", scope = "transient", set = {
                    tint = inline { type = "Tint", args = { name = "red" } }, second = inline { type = "Tint", args = { name = "red" } },
                } }
                """) == [])
    }

    @Test func whatItDoesNotAssignIsReported() throws {
        let found = try reported("service \"screen\" { type = \"Screen\", scope = \"transient\" }")
        #expect(found.count == 1 && found[0].contains("tint cannot be filled"), "\(found)")
    }
}
