import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A state follows the generations in their order, whichever build ends last.
@Suite(.timeLimit(.minutes(5))) struct HandoverOrderOfGenerationsTests {
    /// A container with a service whose factory waits, and then resolves a drawer in its own generation.
    private struct Request {
        let isInside = Gate()
        let mayGo = Gate()
        let pause = PauseHolder()

        func living(_ text: String) throws -> Living {
            try Living(drawers: text, pause: pause) { services in
                services.register("request", scope: .transient) { resolver in
                    isInside.open()
                    mayGo.wait()
                    return try resolver.resolve("a", as: Drawer.self)
                }
            }
        }

        /// A request that waits in the current generation.
        func begin(in living: Living) -> TestThread {
            let thread = TestThread { _ = try? living.drawer("request") }
            isInside.wait()
            return thread
        }

        func end(_ thread: TestThread) {
            mayGo.open()
            thread.join()
        }
    }

    /// An instance that an older generation builds late has nothing that the newest one could need.
    @Test(arguments: [false, true]) func olderInstanceDoesNotReplaceANewerState(endsLate: Bool) async throws {
        let request = Request()
        let living = try request.living(Drawer.service(1))
        let thread = request.begin(in: living)
        try living.reload(Drawer.service(2))
        try living.drawer().put("book")
        if !endsLate { request.end(thread) }
        try living.reload(Drawer.service(3))
        if endsLate { request.end(thread) }
        #expect(try living.drawer().entries == ["book"])
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.sorted() == ["close 1", "close 2"])
    }

    /// An instance that is carried over while it takes over gives its state to the next one.
    @Test func instanceThatIsCarriedOverMeanwhileGivesItsState() async throws {
        let request = Request()
        let living = try request.living(Drawer.service(1))
        try living.drawer().put("book")
        try living.reload(Drawer.pausing(2))
        let builder = TestThread { _ = try? living.drawer() }
        request.pause.pause.isInside.wait()
        try living.reload(Drawer.pausing(2) + Drawer.service(9, "", id: "other"))
        request.pause.pause.mayGo.open()
        builder.join()
        #expect(try living.drawer().size == 2)
        try living.reload(Drawer.service(3))
        #expect(try living.drawer().entries == ["book"])
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.sorted() == ["close 1", "close 2"])
    }

    /// A generation that a request keeps ends during a shutdown, while its state is taken over.
    @Test func generationThatEndsDuringAShutdownWaitsForAHandover() async throws {
        let request = Request()
        let living = try request.living(Drawer.service(1))
        try living.drawer().put("book")
        let thread = request.begin(in: living)
        try living.reload(Drawer.pausing(2))
        let builder = TestThread { _ = try? living.drawer() }
        request.pause.pause.isInside.wait()
        let end = Task { await living.container.shutdownGracefully(within: .seconds(60)) }
        try await until { living.container.generations.allSatisfy { !$0.isCurrent } }
        request.end(thread)
        try await Task.sleep(for: .milliseconds(20))
        #expect(living.log.elements == [])
        request.pause.pause.mayGo.open()
        builder.join()
        #expect(await end.value == [])
        #expect(living.log.elements.sorted() == ["close 1", "close 2"])
    }

    /// The limit of a shutdown holds.
    @Test func handoverThatHangsDoesNotHoldAShutdown() async throws {
        let request = Request()
        let living = try request.living(Drawer.service(1))
        _ = try living.drawer()
        try living.reload(Drawer.pausing(2))
        let builder = TestThread { _ = try? living.drawer() }
        request.pause.pause.isInside.wait()
        let found = await living.container.shutdownGracefully(within: .milliseconds(50))
        #expect(found.map(\.code) == [.stillInUse])
        #expect(living.log.elements.contains("close 1"))
        request.pause.pause.mayGo.open()
        builder.join()
    }
}
