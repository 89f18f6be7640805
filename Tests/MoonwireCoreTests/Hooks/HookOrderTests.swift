import Dispatch
import MoonwireCore
import TestSupport
import Testing

/// One list: the higher priority first, then the layers and lines in order; hooks that run once, and no more.
@Suite struct HookOrderTests {
    private func hook(_ name: String, _ priority: Int, _ log: Collected<String>, in layer: inout Layer) {
        layer.hooks.append(
            Hook(
                .created, HookTarget("engine"), priority: priority, origin: Origin(at(layer.hooks.count + 1)),
                function: Recording(name, log)))
    }

    @Test func hooksRunByPriorityThenLayerThenLine() throws {
        let log = Collected<String>()
        var services = Registrations()
        services.addHook(.created("engine")) { (_: Engine, _) in log.append("swift 0") }
        services.addHook(.created("*"), priority: 5) { (_: Engine, _) in log.append("swift 5") }
        services.addHook(.created("engine"), priority: -1) { (_: Engine, _) in log.append("swift -1") }
        var first = Wiring(service("engine", "Engine", ["brand": "a"])).layer
        hook("first 0", 0, log, in: &first)
        hook("first 5", 5, log, in: &first)
        hook("first 9", 9, log, in: &first)
        hook("first again 0", 0, log, in: &first)
        var second = Layer(name: "second.lua")
        hook("second 0", 0, log, in: &second)
        hook("second -1", -1, log, in: &second)
        let container = try Container(
            layers: [services.beneath, first, second, services.above], types: try Garage.types())
        _ = try container.resolve("engine", as: Engine.self)
        #expect(
            log.elements == [
                "first 9", "swift 5", "first 5", "swift 0", "first 0", "first again 0", "second 0", "swift -1",
                "second -1",
            ])
    }

    @Test func onceRunsOnceWithManyThreads() throws {
        for _ in 0..<repetitions(200, debug: 50) {
            let count = Counter()
            var wiring = Wiring(service("engine", "Engine", ["brand": "a"], scope: .transient))
            wiring.services.addHook(.created("engine"), once: true) { (_: Engine, _) in count.add() }
            let container = try wiring.container()
            onThreads(8) { _ in _ = try? container.resolve("engine", as: Engine.self) }
            #expect(count.value == 1)
        }
    }

    @Test func onceHookRunsOnceForAllItsTargets() throws {
        let ids = Collected<String?>()
        var wiring = Wiring(service("a", "Engine", ["brand": "a"]), service("b", "Engine", ["brand": "b"]))
        wiring.services.addHook(.created("*"), once: true) { (_: Engine, info) in ids.append(info.id) }
        let container = try wiring.container()
        for id in ["b", "a", "b"] { _ = try container.resolve(id, as: Engine.self) }
        #expect(ids.elements == ["b"])
    }

    @Test func onceHookThatFailedRunsAgain() throws {
        let count = Counter()
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"], scope: .transient))
        wiring.services.addHook(.created("engine"), once: true) { (_: Engine, _) in
            if count.add() == 1 { throw Breakdown(reason: "not yet") }
        }
        let container = try wiring.container()
        #expect(throws: ContainerError.self) { try container.resolve("engine", as: Engine.self) }
        for _ in 0..<3 { _ = try container.resolve("engine", as: Engine.self) }
        #expect(count.value == 2)
    }

    @Test func onceHookRunsInEveryContainer() throws {
        let count = Counter()
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"]))
        wiring.services.addHook(.created("engine"), once: true) { (_: Engine, _) in count.add() }
        for _ in 0..<2 { _ = try wiring.container().resolve("engine", as: Engine.self) }
        #expect(count.value == 2)
    }
}

/// A hook of a script, played by a class.
private final class Recording: CallableHookFunction {
    private let name: String
    private let log: Collected<String>

    init(_ name: String, _ log: Collected<String>) {
        self.name = name
        self.log = log
    }

    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer {
        log.append(name)
        return .nothing
    }
}
