import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Objects of a container are released when they are no longer needed.
@Suite struct LifetimeTests {
    @Test(arguments: ServiceScope.allCases)
    func repeatedResolvesLeaveNoObjects(scope: ServiceScope) throws {
        let alive = Counter()
        var wiring = Wiring(service("engine", "Engine", ["brand": param("brand")], scope: scope))
        wiring.parameters = [("brand", "E", nil)]
        wiring.services.register("probe", scope: scope) { resolver in
            _ = try resolver.resolve("engine", as: Engine.self)
            return Probe(alive: alive)
        }
        let container = try wiring.container()
        for _ in 0..<repetitions(1_000_000, debug: 50_000) { _ = try container.resolve("probe", as: Probe.self) }
        #expect(alive.value == (scope == .shared ? 1 : 0))
        _ = consume container
        #expect(alive.value == 0)
    }

    @Test func containerReleasesServicesThatHoldHandles() throws {
        let alive = Counter()
        var wiring = Wiring(
            service("remote", "Remote", ["engine": ref("engine", .lazy), "engines": ref("engine", .provider)]),
            service("engine", "Engine", ["brand": "E"]))
        wiring.services.register("holder") {
            Holder(remote: try $0.resolve("remote"), resolver: $0, probe: Probe(alive: alive))
        }
        var container: Container? = try wiring.container()
        let engine = try container?.resolve("holder", as: Holder.self).remote.engine()
        #expect(engine?.brand == "E")
        #expect(alive.value == 1)
        container = nil
        #expect(alive.value == 0)
    }

    @Test func handleThrowsAfterItsContainerIsReleased() throws {
        let wiring = Wiring(
            service("remote", "Remote", ["engine": ref("engine", .lazy), "engines": ref("engine", .provider)]),
            service("engine", "Engine", ["brand": "E"], line: 2))
        var container: Container? = try wiring.container()
        let used = try container?.resolve("remote", as: Remote.self)
        #expect(try used?.engine().brand == "E")
        container = nil
        #expect(try used?.engine().brand == "E")
        #expect(
            message { try used?.engines?() } == """
                test.lua:2: service "engine" was requested after its container was released
                    keep the container while a handle or a resolver of it is in use
                """)
    }

    @Test func objectCanResolveInItsDeinitializer() throws {
        let late = Collected<Container>()
        let seen = Collected<String>()
        var wiring = Wiring(service("engine", "Engine", ["brand": "E"], scope: .graph))
        wiring.services.register("leaving", scope: .graph) { _ in
            Leaving {
                for container in late.elements {
                    seen.append((try? container.resolve("engine", as: Engine.self).brand) ?? "nothing")
                }
            }
        }
        wiring.services.register("outer", scope: .transient) { resolver in
            _ = try resolver.resolve("leaving", as: Leaving.self)
            return Engine(brand: "outer", cylinders: 1)
        }
        let container = try wiring.container()
        late.append(container)
        #expect(try container.resolve("outer", as: Engine.self).brand == "outer")
        #expect(seen.elements == ["E"])
    }

    @Test func parameterCanBeReadInADeinitializer() throws {
        let late = Collected<Container>()
        let seen = Collected<String>()
        var wiring = Wiring()
        wiring.parameters = [("name", "N", nil)]
        let container = try wiring.container()
        late.append(container)
        try container.setParameter(
            "object",
            to: Leaving {
                for container in late.elements { seen.append((try? container.parameter("name")) ?? "nothing") }
            }, declaring: true)
        try container.setParameter("object", to: Leaving {})
        #expect(seen.elements == ["N"])
    }

    @Test func supplyCanReplaceAnObjectThatResolvesInItsDeinitializer() throws {
        let late = Collected<Container>()
        let seen = Collected<String>()
        let container = try Wiring(
            service("leaving", .synthetic(type: nil)), service("engine", "Engine", ["brand": "E"])
        ).container()
        late.append(container)
        try container.supply(
            Leaving {
                for container in late.elements { seen.append((try? container.resolve(Engine.self).brand) ?? "nothing") }
            }, for: "leaving")
        try container.supply(1, for: "leaving")
        #expect(seen.elements == ["E"])
    }
}

private final class Holder: Sendable {
    let remote: Remote
    let resolver: ServiceResolver
    let probe: Probe

    init(remote: Remote, resolver: ServiceResolver, probe: Probe) {
        self.remote = remote
        self.resolver = resolver
        self.probe = probe
    }
}

/// Does something with its last breath.
private final class Leaving: Sendable {
    private let farewell: @Sendable () -> Void
    init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
    deinit { farewell() }
}
