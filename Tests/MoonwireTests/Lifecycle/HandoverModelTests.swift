import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Threads resolve random services that take over states, while random reloads replace them, and some handovers fail.
@Suite(.timeLimit(.minutes(10))) struct HandoverModelTests {
    /// Services that only need those before them, each with a version that an edit changes.
    private struct Model {
        struct Part {
            let needs: [Int]
            let drains: Bool
            let isFunction: Bool
            var version = 1
            var isDecorated = false
            /// What the application has stored in the current instance or in former ones.
            var entries: [String] = []
        }

        var parts: [Part]

        init(_ random: inout Dice) {
            parts = (0..<(1 + random.below(4))).map { number in
                Part(
                    needs: (0..<number).filter { _ in random.once(in: 2) }, drains: random.once(in: 3),
                    isFunction: random.once(in: 2))
            }
        }

        mutating func change(_ random: inout Dice) {
            let number = random.below(parts.count)
            if random.once(in: 4) { parts[number].isDecorated.toggle() } else { parts[number].version += 1 }
        }

        /// Every fifth version fails to take over at first.
        var text: String {
            parts.enumerated().map { number, part in
                let needs = part.needs.map { #"ref "n\#($0)""# }.joined(separator: ", ")
                let function = """
                    function(former, new)
                        if new.size % 5 == 0 and not failed["n\(number)"] then
                            failed["n\(number)"] = true
                            error("no room")
                        end
                        new:receive(former)
                    end
                    """
                let drain = part.drains ? #"reload = "drain", "# : ""
                let handover = "handover = \(part.isFunction ? function : #""receive""#), "
                let service = Drawer.service(
                    100 * number + part.version, handover + drain, id: "n\(number)", args: "needs = { \(needs) }")
                return part.isDecorated ? service + Drawer.decorator(-1, of: "n\(number)") : service
            }.joined()
        }
    }

    @Test(arguments: 0..<repetitions(60, debug: 20)) func noStateIsLost(_ seed: Int) async throws {
        var random = Dice(seed)
        var model = Model(&random)
        let living = try Living(drawers: "local failed = {}\n" + model.text)
        for round in 0..<8 {
            for number in model.parts.indices {
                let drawer = try drawer("n\(number)", living)
                #expect(drawer.size == 100 * number + model.parts[number].version, "n\(number), round \(round)")
                #expect(drawer.entries == model.parts[number].entries, "n\(number), round \(round)")
                drawer.put("\(round)")
                model.parts[number].entries.append("\(round)")
            }
            let count = model.parts.count
            let edits = (0..<(1 + random.below(3))).map { _ in
                model.change(&random)
                return "local failed = {}\n" + model.text
            }
            onThreads(3) { thread in
                if thread == 0 {
                    for text in edits { _ = try? living.reload(text) }
                } else {
                    for number in 0..<20 { _ = try? living.drawer("n\((number + thread) % count)") }
                }
            }
        }
        for number in model.parts.indices { _ = try drawer("n\(number)", living) }
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.filter { !$0.hasPrefix("close ") || $0.hasPrefix("close again") } == [])
        #expect(await living.container.shutdownGracefully() == [])
    }

    /// A handover that fails succeeds the next time.
    private func drawer(_ id: String, _ living: Living) throws -> Drawer {
        for _ in 0..<10 {
            if let drawer = try? living.drawer(id) { return drawer.innermost }
        }
        return try living.drawer(id).innermost
    }
}
