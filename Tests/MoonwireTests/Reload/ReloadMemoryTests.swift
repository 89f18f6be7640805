import Moonwire
import TestSupport
import Testing

#if os(Linux)
    /// What stays through reloads takes no memory for each of them.
    @Suite struct ReloadMemoryTests {
        /// What a program does between two reloads, and the script of the next one.
        private struct Kind: Sendable {
            let name: String
            let text: @Sendable (Int) -> String
            let use: @Sendable (Living, Int) throws -> Void
        }

        private static let kinds = [
            Kind(name: "steps that run again") { number in
                Lantern.service("set = { level = \(number) }")
            } use: { living, number in
                let level = try living.lamp().level
                precondition(level == number)
            },
            Kind(name: "resets") { number in
                Lantern.service("set = { level = 1 }") + Lantern.bulb(number / 10)
            } use: { living, _ in
                _ = try living.lamp()
                _ = try living.lamp("bulb")
                try living.container.reset("lamp")
            },
            // The drawer is built once, and its state waits from then on.
            Kind(name: "a state that waits") { number in
                Drawer.service(number)
            } use: { living, number in
                if number == 0 { try living.drawer().put("book") }
            },
            Kind(name: "scopes") { number in
                "scopes { 'job' }\n" + Lantern.bulb(number)
            } use: { living, _ in
                let scope = try living.container.openScope("job")
                let bulb: Lantern = try scope.resolve("bulb")
                try living.container.withOverrides {
                    $0.override("bulb") { _ in Lantern(name: "other") }
                } operation: {
                    let isOther = try living.lamp("bulb") !== bulb
                    precondition(isOther)
                }
                scope.close()
            },
        ]

        /// In a process of its own, where nobody else allocates.
        @Test func whatStaysTakesNoMemoryForEachReload() async {
            await #expect(processExitsWith: .success) {
                for kind in ReloadMemoryTests.kinds {
                    let growth = try ReloadMemoryTests.growth(kind)
                    precondition(growth < 1 << 20, "\(kind.name): \(growth) bytes more than after ten reloads")
                }
            }
        }

        private static func growth(_ kind: Kind) throws -> Int {
            let living = try Living(kind.text(0), types: [Lantern.self, Drawer.self])
            var afterTen = 0
            for number in 0...repetitions(1_000, debug: 100) {
                if number > 0 { try living.reload(kind.text(number)) }
                try kind.use(living, number)
                if number == 10 { afterTen = try heldBytes() }
            }
            return try heldBytes() - afterTen
        }
    }
#endif
