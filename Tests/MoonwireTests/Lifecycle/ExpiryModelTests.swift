import Moonwire
import MoonwireSupport
import MoonwireTesting
import TestSupport
import Testing

/// Random sequences of resolves, expiries, reloads, resets, and children, which are compared with what must hold at any time.
@Suite(.timeLimit(.minutes(2))) struct ExpiryModelTests {
    /// An instance that counts its stops.
    private final class Part: Sendable {
        let name: String
        let inner: Part?
        let birth: ManualClock.Instant
        private let count = Atomic<Int>(0)

        init(_ name: String, _ factory: Factory, inner: Part? = nil) {
            self.name = name
            self.inner = inner
            birth = factory.clock.now
            factory.parts.append(self)
        }

        var stops: Int { count.load(ordering: .relaxed) }

        func stop() { count.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Creates parts, and knows all of them.
    private final class Factory: Sendable {
        let clock = ManualClock()
        let parts = Collected<Part>()
        let folder = Scratch()

        func container() throws -> Container {
            try folder.write("", "container.lua")
            return try Container(scripts: [folder.path("container.lua")], types: [], environment: .dev) { services in
                let stop = Lifecycle<Part>(stop: { $0.stop() })
                services.registerClock(clock)
                services.register("base", lifecycle: stop) { _ in Part("base", self) }
                services.register("a", scope: .cached(for: .seconds(10)), tags: ["parts"], lifecycle: stop) {
                    Part("a", self, inner: try $0.resolve("base"))
                }
                services.register("b", scope: .cached(for: .seconds(4)), tags: ["parts"], lifecycle: stop) { _ in
                    Part("b", self)
                }
                services.decorate("b") { (inner: Part, _) -> Part in Part("around b", self, inner: inner) }
                services.register("c", scope: .cached(for: .seconds(6)), tags: ["parts"], lifecycle: stop) { _ async in
                    await Task.yield()
                    return Part("c", self)
                }
                services.register("user", scope: .transient) { Part("user", self, inner: try $0.resolve("a")) }
            }
        }
    }

    private static let lives = ["a": 10, "b": 4, "around b": 4, "c": 6]

    @Test(arguments: 0..<20) func everyInstanceIsCurrentAndStoppedOnce(seed: UInt64) async throws {
        let factory = Factory()
        let container = try factory.container()
        var random = Seeded(state: seed)
        var children: [ContainerScope] = []
        var held: [Part] = []
        for number in 0..<60 {
            let inside = Bool.random(using: &random) ? children.randomElement(using: &random) : nil
            switch Int.random(in: 0..<13, using: &random) {
            case 0..<5:
                guard let id = ["a", "b", "c", "user", "base"].randomElement(using: &random) else { continue }
                let part: Part
                if let inside { part = try await inside.resolve(id) } else { part = try await container.resolve(id) }
                check(part, factory)
                if Bool.random(using: &random) { held.append(part) }
            case 5, 6: factory.clock.advance(by: .seconds(Int.random(in: 1..<6, using: &random)))
            case 7:
                try factory.folder.write("parameters { x = \(number) }", "container.lua")
                try await container.reload(checking: .health)
            case 8: try container.reset(["a", "b", "c", "base"].randomElement(using: &random) ?? "a")
            case 9:
                let kind = Int.random(in: 0..<3, using: &random)
                let child = try open(kind, in: container, inside, factory)
                children.append(child)
            case 10: if !children.isEmpty { children.removeFirst().close() }
            case 11: for part in try await container.tagged("parts", as: Part.self) { check(part, factory) }
            default: held = Array(held.dropFirst())
            }
        }
        held = []
        for child in children { child.close() }
        #expect(await container.shutdownGracefully() == [])
        for part in factory.parts.elements where ["a", "b", "c", "base"].contains(part.name) {
            #expect(part.stops == 1, "seed \(seed): \(part.name)")
        }
    }

    private func open(
        _ kind: Int, in container: Container, _ outer: ContainerScope?, _ factory: Factory
    ) throws -> ContainerScope {
        func open() throws -> ContainerScope {
            try container.openOverrides { services in
                switch kind {
                case 0: services.override("user") { _ in Part("other user", factory) }
                case 1: services.setParameter("y", to: 1, declaring: true)
                default: services.override("base") { _ in Part("other base", factory) }
                }
            }
        }
        guard let outer else { return try open() }
        return try outer.perform { try open() }
    }

    /// What is resolved has not expired, and is not stopped.
    private func check(_ part: Part, _ factory: Factory) {
        #expect(part.stops == 0)
        if let life = Self.lives[part.name] {
            #expect(factory.clock.now < part.birth.advanced(by: .seconds(life)))
        }
        if let inner = part.inner { check(inner, factory) }
    }
}
