import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Which container fills slots: the owner's own, or else that of the task.
@Suite struct CurrentContainerTests {
    private func container(_ brand: String) throws -> Container {
        try Wiring(service("engine", "Engine", ["brand": .value(.text(brand))])).container()
    }

    @Test func slotWithoutAContainerUsesTheCurrentOne() throws {
        let dashboard = Dashboard()
        try withContainer(try container("v8")) {
            #expect(dashboard.engine.brand == "v8")
            let brand = try Dashboard().$engine.get().brand
            #expect(brand == "v8")
        }
        #expect(Container.current == nil)
        // A filled slot stays filled, in any current container.
        #expect(dashboard.engine.brand == "v8")
    }

    @Test func innermostCurrentContainerApplies() throws {
        let inner = try container("inner")
        let outer = try container("outer")
        withContainer(outer) {
            withContainer(inner) { #expect(Dashboard().engine.brand == "inner") }
            #expect(Dashboard().engine.brand == "outer")
        }
    }

    @Test func errorEndsTheCurrentContainer() throws {
        let container = try container("v8")
        #expect(throws: Breakdown.self) {
            try withContainer(container) { throw Breakdown(reason: "out") }
        }
        #expect(Container.current == nil)
    }

    @Test func containerOfTheOwnerComesBeforeTheCurrentOne() throws {
        let own = try Wiring(
            service("engine", "Engine", ["brand": "own"]), service("dashboard", "Dashboard", scope: .transient)
        ).container()
        let injected = Dashboard()
        try withContainer(try container("current")) {
            try own.inject(into: injected)
            let built = try own.resolve("dashboard", as: Dashboard.self)
            #expect([injected.engine.brand, built.engine.brand] == ["own", "own"])
            #expect([injected.watched?.brand, built.watched?.brand] == ["own", "own"])
        }
    }

    @Test func tasksInheritTheCurrentContainer() async throws {
        let container = try container("v8")
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = withContainer(container) {
            Task {
                for await _ in gate { break }
                return Dashboard().engine.brand
            }
        }
        open.yield()
        #expect(await task.value == "v8")
        let isInherited = await withContainer(container) {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { Container.current === container }
                return await group.next() == true
            }
        }
        #expect(isInherited)
    }

    @Test func detachedTasksAndThreadsHaveNoCurrentContainer() async throws {
        let container = try container("v8")
        let isFree = await withContainer(container) { await Task.detached { Container.current == nil }.value }
        #expect(isFree)
        let isFreeOnThread = Collected<Bool>()
        withContainer(container) { onThreads(1) { _ in isFreeOnThread.append(Container.current == nil) } }
        #expect(isFreeOnThread.elements == [true])
    }

    @Test func parallelTasksHaveTheirOwnCurrentContainer() async throws {
        let brands = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                let container = try container("\(number)")
                group.addTask {
                    await withContainer(container) {
                        await Task.yield()
                        return Dashboard().engine.brand == "\(number)"
                    }
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(brands)
    }
}
