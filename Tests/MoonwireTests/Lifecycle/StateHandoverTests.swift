import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A new instance takes over the state of the one that a reload replaces.
@Suite(.timeLimit(.minutes(5))) struct StateHandoverTests {
    @Test(arguments: [Drawer.function, #""receive""#]) func stateIsPassedToTheNewInstance(handover: String) throws {
        let living = try Living(drawers: Drawer.service(1, "handover = \(handover), "))
        try living.drawer().put("book")
        try living.reload(Drawer.service(2, "handover = \(handover), "))
        #expect(!living.log.elements.contains("close 1"))
        let next = try living.drawer()
        #expect((next.size, next.last()) == (2, "book"))
    }

    @Test func formerInstanceIsStoppedAfterward() async throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        try living.reload(Drawer.service(2))
        #expect(living.container.generations.map(\.draining) == [["a"], []])
        let next = try living.drawer()
        try await until { living.container.generations.count == 1 }
        #expect(next.last() == "book")
        #expect(living.log.elements == ["close 1"])
    }

    /// Scripts say nothing about types that take over by themselves.
    @Test func receiversTakeOver() async throws {
        func text(_ name: String) -> String {
            #"service "r" { type = "Receiver", args = { name = "\#(name)", log = ref "log" }, stop = "close" }"#
        }
        let living = try Living(drawers: text("one"))
        _ = try await living.container.resolve("r", as: Receiver.self)
        try living.reload(text("two"))
        let next: Receiver = try await living.container.resolve("r")
        #expect(next.formers == ["one"])
        try living.reload(text("three"))
        let last: Receiver = try await living.container.resolve("r")
        #expect(last.formers == ["one", "two"])
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.sorted() == ["close one", "close two"])
    }

    /// What nobody needs is not built for its state; that waits.
    @Test func stateWaitsForTheNextInstance() async throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        for size in 2...5 { try living.reload(Drawer.service(size)) }
        #expect(living.log.elements == [])
        #expect(try living.drawer().last() == "book")
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close 1"])
    }

    @Test func endOfTheContainerStopsWhatWaits() async throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        try living.reload(Drawer.service(2))
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.log.elements == ["close 1"])
    }

    @Test(arguments: ["", #"service "b" { type = "Drawer", args = { size = 1, log = ref "log" } }"#])
    func serviceThatNoLongerTakesOverReleasesTheState(other: String) async throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        try living.reload(Drawer.service(2))
        try living.reload(other.isEmpty ? Drawer.service(2, "") : other)
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close 1"])
    }

    /// After an error, nothing is lost: the next resolve tries again.
    @Test func failureKeepsTheState() async throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        let failing =
            "handover = function(former, new) if new.size == 2 then error(\"no room\") end new:put(former:last()) end, "
        try living.reload(Drawer.service(2, failing))
        let error = #expect(throws: ContainerError.self) { try living.container.resolve("a", as: Drawer.self) }
        #expect(
            error.map { living.readable("\($0)") } == """
                container.lua:1: service "a" could not take over the state of the instance that it replaces: no room
                """)
        #expect(living.log.elements == ["close 2"])
        try living.reload(Drawer.service(3, failing))
        #expect(try living.drawer().last() == "book")
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close 2", "close 1"])
    }

    @Test func manyThreadsTakeOverOnce() async throws {
        let living = try Living(drawers: Drawer.service(0))
        try living.drawer().put("book")
        let wrong = Counter()
        for size in 1...repetitions(100, debug: 20) {
            try living.reload(Drawer.service(size))
            onThreads(4) { _ in
                guard let drawer = try? living.drawer(), drawer.entries == ["book"] else {
                    wrong.add()
                    return
                }
            }
        }
        #expect(wrong.value == 0)
    }

    /// A build in an earlier generation replaces nothing.
    @Test func resolveInProgressTakesNothingOver() async throws {
        let (isInside, mayGo) = (Gate(), Gate())
        let living = try Living(drawers: Drawer.service(1)) { services in
            services.register("slow", scope: .transient) { resolver in
                let first: Drawer = try resolver.resolve("a")
                isInside.open()
                mayGo.wait()
                return [first, try resolver.resolve("a")]
            }
        }
        try living.drawer().put("book")
        let found = Collected<Int>()
        onThreads(2) { number in
            if number == 0 {
                let drawers: [Drawer] = (try? living.container.resolve("slow")) ?? []
                for drawer in drawers { found.append(drawer.size) }
            } else {
                isInside.wait()
                defer { mayGo.open() }
                _ = try? living.reload(Drawer.service(2))
            }
        }
        #expect(found.elements == [1, 1])
        #expect(try living.drawer().size == 2)
        #expect(try living.drawer().last() == "book")
    }

    @Test func startedServiceTakesOverInTheBackground() async throws {
        let eager = "eager = true, handover = \(Drawer.function), "
        let living = try Living(drawers: Drawer.service(1, eager))
        try await living.container.start()
        try living.drawer().put("book")
        try living.reload(Drawer.service(2, eager))
        try await until { living.log.elements.contains("close 1") }
        #expect(try living.drawer().last() == "book")
    }
}
