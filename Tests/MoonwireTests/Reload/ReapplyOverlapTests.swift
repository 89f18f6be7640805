import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Setters and calls run again while something else takes place, and after random edits.
@Suite(.timeLimit(.minutes(10))) struct ReapplyOverlapTests {
    /// Built with the former values after the reload, so only the generation that still uses those keeps it.
    @Test func instanceOfAFormerGenerationIsNotCarriedOver() throws {
        func text(_ level: Int) -> String { "scopes { 'job' }\n" + Lantern.service("set = { level = \(level) }") }
        let living = try Living(lamps: text(1))
        let scope = try living.container.openScope("job")
        try living.reload(text(2))
        let former: Lantern = try scope.resolve("lamp")
        let current = try living.lamp()
        #expect((former.level, current.level) == (1, 2))
        scope.close()
        #expect((former.isClosed, current.isClosed) == (true, false))
    }

    /// The thread that reloads is building in the former generation, in which other services have these positions.
    @Test func reloadWithinABuildAppliesTheNewValues() throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let living = try Living(lamps: Self.text(1)) { services in
            services.register("reloading") { _ in
                try late.withLock { $0 }?.reload(Self.added + Self.text(2))
                return Lantern(name: "reloading")
            }
        }
        late.withLock { $0 = living }
        let lamp = try living.lamp()
        _ = try living.lamp("reloading")
        #expect((lamp.level, lamp.part?.name) == (2, "core 2"))
        #expect(try living.lamp() === lamp)
    }

    @Test func reloadWithinAnAsynchronousBuildAppliesTheNewValues() async throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let living = try Living(lamps: Self.text(1)) { services in
            services.register("reloading") { _ async throws in
                try late.withLock { $0 }?.reload(Self.added + Self.text(2))
                return Lantern(name: "reloading")
            }
        }
        late.withLock { $0 = living }
        let lamp: Lantern = try await living.container.resolve("lamp")
        let _: Lantern = try await living.container.resolve("reloading")
        #expect((lamp.level, lamp.part?.name) == (2, "core 2"))
    }

    private static let added = "service 'first' { type = 'Lantern', args = { name = 'first' } }\n"

    /// The part asks for what has changed when it is built.
    private static func text(_ level: Int) -> String {
        """
        parameters { level = \(level) }
        service "core" { type = "Lantern", args = { name = "core \(level)" } }
        service "bulb" { factory = function(_, c) return c.get "core" end }

        """ + Lantern.service("set = { level = param 'level', part = ref 'bulb' }")
    }

    /// The application has chosen its values.
    @Test func suppliedInstanceIsLeftAlone() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }"))
        let supplied = Lantern(name: "supplied")
        try living.container.supply(supplied, for: "lamp")
        try living.reload(Lantern.service("set = { level = 2 }"))
        #expect(try living.lamp() === supplied)
        #expect(supplied.level == 0)
    }

    @Test func instanceThatIsSuppliedDuringTheReloadIsLeftAlone() throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let supplied = Lantern(name: "supplied")
        let living = try Living(lamps: Lantern.service("set = { level = 1 }")) { services in
            services.addHook(.reloading) { _, _ in
                try late.withLock { $0 }?.container.supply(supplied, for: "lamp")
            }
        }
        late.withLock { $0 = living }
        let before = try living.lamp()
        try living.reload(Lantern.service("set = { level = 2 }"))
        #expect(try living.lamp() === supplied)
        #expect((before.level, supplied.level) == (1, 0))
    }

    @Test func instanceThatAStepSuppliesIsLeftAlone() throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let supplied = Lantern(name: "supplied")
        func text(_ level: Int) -> String {
            Lantern.service("set = { level = \(level), part = ref 'supplying' }", id: "first")
                + Lantern.service("set = { level = \(level) }")
        }
        let living = try Living(lamps: text(1)) { services in
            services.register("supplying", scope: .transient) { _ in
                try late.withLock { $0 }?.container.supply(supplied, for: "lamp")
                return Lantern(name: "supplying")
            }
        }
        _ = try living.lamp("first")
        let before = try living.lamp()
        late.withLock { $0 = living }
        try living.reload(text(2))
        #expect(try living.lamp() === supplied)
        #expect((before.level, supplied.level) == (1, 0))
    }

    /// Lamps that only have those before them as parts, some of which are replaced.
    private struct Model {
        struct Part {
            var level = 1
            var watts = 1
            var part: Int?
            var isReapplied: Bool
            var hasCall = false
        }

        var lamps: [Part]

        init(_ random: inout Dice) {
            lamps = (0..<(2 + random.below(5))).map { _ in Part(isReapplied: !random.once(in: 3)) }
        }

        mutating func change(_ random: inout Dice) {
            let number = random.below(lamps.count)
            switch random.below(6) {
            case 0, 1: lamps[number].level += 1
            case 2: lamps[number].watts += 1
            case 3: lamps[number].hasCall.toggle()
            case 4: lamps[number].isReapplied.toggle()
            default: lamps[number].part = number > 0 && !random.once(in: 4) ? random.below(number) : nil
            }
        }

        var text: String {
            lamps.enumerated().map { number, lamp in
                let part = lamp.part.map { "ref 'n\($0)'" } ?? "null"
                let call = lamp.hasCall ? ", call = { { 'note', '' } }" : ""
                return Lantern.service(
                    "set = { level = \(lamp.level), part = \(part) }" + call, id: "n\(number)",
                    args: "name = 'n\(number) \(lamp.watts)'", reload: lamp.isReapplied ? "reapply" : "auto"
                ).replacing("name = \"n\(number)\", ", with: "")
            }.joined()
        }
    }

    /// After each reload, every lamp has the values that a new one would have, and none holds a lamp that is closed.
    @Test(arguments: 0..<repetitions(200, debug: 40)) func instancesEqualThoseOfAFreshLoad(_ seed: Int) async throws {
        var random = Dice(seed)
        var model = Model(&random)
        let living = try Living(lamps: model.text)
        for round in 0..<12 {
            let some = model.lamps.indices.filter { _ in !random.once(in: 4) }
            let before = try some.map { (number: $0, lamp: try living.lamp("n\($0)")) }
            for _ in 0..<(1 + random.below(2)) { model.change(&random) }
            try living.reload(model.text)
            for (number, lamp) in before where !lamp.isClosed {
                #expect(try living.lamp("n\(number)") === lamp, "n\(number), round \(round)")
            }
            for (number, expected) in model.lamps.enumerated() {
                let lamp = try living.lamp("n\(number)")
                #expect(lamp.name == "n\(number) \(expected.watts)", "n\(number), round \(round)")
                #expect(lamp.level == expected.level, "n\(number), round \(round)")
                #expect(!lamp.isClosed)
                let part = try expected.part.map { try living.lamp("n\($0)") }
                #expect(lamp.part === part, "n\(number), round \(round)")
            }
        }
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.found == [])
        #expect(living.log.elements.filter { !$0.hasPrefix("close ") && !$0.isEmpty } == [])
    }
}
