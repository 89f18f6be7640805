import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Reloads, resolves, and the end of a container while a state is being taken over.
@Suite(.timeLimit(.minutes(5))) struct HandoverOverlapTests {
    /// A container whose second drawer waits in a handover, on a thread of its own, and the entry of the first one.
    private func pausedHandover(_ stop: (Living, TestThread, PauseHolder) async throws -> Void) async throws {
        let pause = PauseHolder()
        let living = try Living(drawers: Drawer.service(1), pause: pause)
        try living.drawer().put("book")
        try living.reload(Drawer.pausing(2))
        let builder = TestThread { _ = try? living.drawer() }
        pause.pause.isInside.wait()
        try await stop(living, builder, pause)
    }

    /// The instance of the next generation waits, and takes over from the one that has just been built.
    @Test func reloadDuringAHandoverLosesNothing() async throws {
        try await pausedHandover { living, builder, pause in
            try living.reload(Drawer.service(3))
            let entries = Collected<[String]>()
            let other = TestThread { entries.append((try? living.drawer())?.entries ?? []) }
            // Time to wait for the other build.
            try await Task.sleep(for: .milliseconds(50))
            pause.pause.mayGo.open()
            builder.join()
            other.join()
            #expect(entries.elements == [["book"]])
            try await until { living.container.generations.count == 1 }
            #expect(living.log.elements.sorted() == ["close 1", "close 2"])
        }
    }

    @Test(arguments: [Drawer.service(2, ""), Drawer.service(1, id: "b")])
    func reloadThatEndsAHandoverWaitsForIt(text: String) async throws {
        try await pausedHandover { living, builder, pause in
            try living.reload(text)
            try await Task.sleep(for: .milliseconds(20))
            #expect(living.log.elements == [])
            pause.pause.mayGo.open()
            builder.join()
            try await until { living.container.generations.count == 1 }
            #expect(living.log.elements.filter { $0.hasPrefix("too late") || $0.hasPrefix("close again") } == [])
            #expect(living.log.elements.contains("close 1"))
        }
    }

    @Test func endOfTheContainerWaitsForAHandover() async throws {
        try await pausedHandover { living, builder, pause in
            let end = Task { await living.container.shutdownGracefully(within: .seconds(60)) }
            try await until { living.container.generations.allSatisfy { !$0.isCurrent } }
            try await Task.sleep(for: .milliseconds(20))
            #expect(living.log.elements == [])
            pause.pause.mayGo.open()
            builder.join()
            #expect(await end.value == [])
            #expect(living.log.elements.sorted() == ["close 1", "close 2"])
        }
    }

    @Test func failureAfterAReloadKeepsTheState() async throws {
        let pause = PauseHolder()
        let living = try Living(drawers: Drawer.service(1), pause: pause)
        try living.drawer().put("book")
        let failing = #"handover = function(former, new) new:pause() error("no room") end, "#
        try living.reload(Drawer.service(2, failing, args: #"pause = ref "pause""#))
        let builder = TestThread { _ = try? living.drawer() }
        pause.pause.isInside.wait()
        try living.reload(Drawer.service(3))
        pause.pause.mayGo.open()
        builder.join()
        #expect(try living.drawer().entries == ["book"])
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close 2", "close 1"])
    }

    /// A build that ends after the reload leaves its state, and the one that it still takes over itself, to the next one.
    @Test(arguments: [false, true]) func instanceThatIsBuiltLateIsTakenOver(hasFormer: Bool) async throws {
        let (isInside, mayGo) = (Gate(), Gate())
        func slow(_ size: Int) -> String {
            Drawer.service(
                size, "handover = \(Drawer.function), call = { { \"put\", \"book \(size)\" } }, ",
                args: #"pause = ref "slow""#)
        }
        let living = try Living(drawers: Drawer.service(1)) { services in
            services.register("slow") { _ in
                isInside.open()
                mayGo.wait()
                return PauseHolder()
            }
        }
        if hasFormer { try living.drawer().put("book 1") }
        try living.reload(slow(2))
        let builder = TestThread { _ = try? living.drawer() }
        isInside.wait()
        try living.reload(slow(3))
        mayGo.open()
        builder.join()
        #expect(try living.drawer().entries == ["book 3", "book 2"] + (hasFormer ? ["book 1"] : []))
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.sorted() == (hasFormer ? ["close 1", "close 2"] : ["close 2"]))
    }

    /// The function may resolve services, but not its own.
    @Test func functionThatNeedsItsServiceIsACycle() throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        try living.reload(Drawer.service(2, #"handover = function(former, new, c) c.get "a" end, "#))
        let error = #expect(throws: ContainerError.self) { try living.drawer() }
        #expect(
            error.map { living.readable("\($0)") } == """
                container.lua:1: service "a" could not take over the state of the instance that it replaces: \
                service "a" depends on itself while it is built: a -> a
                """)
    }

    /// What it resolves counts as needed by the service.
    @Test func serviceThatTheFunctionResolvesIsNeeded() throws {
        func text(_ size: Int, _ clock: Int) -> String {
            let handover = #"handover = function(former, new, c) new:receive(former) c.get "clock" end, "#
            return Drawer.service(size, handover) + Drawer.service(clock, id: "clock", stop: "close")
        }
        let living = try Living(drawers: text(1, 10))
        try living.drawer().put("book")
        try living.reload(text(2, 10))
        #expect(try living.drawer().entries == ["book"])
        try living.reload(text(2, 20))
        let next = try living.drawer()
        #expect((next.size, next.entries) == (2, ["book"]))
    }

    /// An asynchronous build and a synchronous one of two generations do not wait for each other.
    @Test func buildThatCannotWaitIsRefused() async throws {
        let pause = PauseHolder()
        let living = try Living(drawers: Drawer.service(1), pause: pause) { services in
            services.register("later") { _ async in PauseHolder() }
        }
        try living.drawer().put("book")
        try living.reload(Drawer.pausing(2))
        let builder = TestThread { _ = try? living.drawer() }
        pause.pause.isInside.wait()
        try living.reload(Drawer.service(3, args: #"pause = ref "later""#))
        let error = await #expect(throws: ContainerError.self) {
            try await living.container.resolve("a", as: Drawer.self)
        }
        #expect(
            error.map { living.readable("\($0)") } == """
                container.lua:1: service "a" cannot be built now, because another build is taking over the state of the replaced instance
                    resolve the service again
                """)
        pause.pause.mayGo.open()
        builder.join()
        let next: Drawer = try await living.container.resolve("a")
        #expect(next.entries == ["book"])
    }
}
