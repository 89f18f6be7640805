import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Which instance takes over from a replaced one, and what happens if none does.
@Suite(.timeLimit(.minutes(5))) struct HandoverDestinationTests {
    /// A wrapped service stays the same service.
    @Test func stateFollowsAServiceThatIsDecorated() async throws {
        let living = try Living(drawers: Drawer.service(1))
        try living.drawer().put("book")
        try living.reload(Drawer.service(2) + Drawer.decorator(100))
        let decorator = try living.drawer()
        #expect((decorator.size, decorator.entries, decorator.innermost.entries) == (100, [], ["book"]))
        try living.reload(Drawer.service(3))
        #expect(try living.drawer().entries == ["book"])
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.sorted() == ["close 1", "close 2"])
    }

    /// A decorator that is removed leaves no state to the service that it wrapped.
    @Test func removedDecoratorIsStopped() async throws {
        let living = try Living(drawers: Drawer.service(1) + Drawer.decorator(100, #"stop = "close""#))
        try living.drawer().innermost.put("book")
        try living.reload(Drawer.service(1))
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close 100"])
        #expect(try living.drawer().entries == ["book"])
    }

    /// Nothing waits for a build that will never be.
    @Test(arguments: [
        #"alias "a" "b""# + "\n" + Receiver.service("two", id: "b"),
        #"service "a" { synthetic = true, type = "Receiver" }"#,
        Drawer.service(2, ""),
        #"service "a" { type = "Receiver", scope = "transient", args = { name = "x", log = ref "log" } }"#,
    ]) func stateThatNothingTakesOverIsReleased(text: String) async throws {
        let living = try Living(drawers: Receiver.service("one"))
        _ = try living.receiver()
        try living.reload(text)
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close one"])
        #expect(living.found == [])
    }

    @Test func suppliedInstanceTakesNothingOver() async throws {
        let living = try Living(drawers: Receiver.service("one"))
        _ = try living.receiver()
        try living.reload(Receiver.service("two"))
        let own = Receiver(name: "own", log: Station.Log(living.log))
        try living.container.supply(own, for: "a")
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close one"])
        #expect(own.formers == [])
    }

    /// An object that two services have takes over once, before anybody uses it.
    @Test func sharedObjectTakesOverOnce() async throws {
        func text(_ name: String) -> String {
            Receiver.service(name) + #"service "b" (function(c) return c.get "a" end)"#
        }
        let living = try Living(drawers: text("one"))
        _ = (try living.receiver(), try living.receiver("b"))
        try living.reload(text("two"))
        #expect(try living.receiver().formers == ["one"])
        #expect(try living.receiver("b").formers == ["one"])
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close one"])
    }

    /// An object that a factory returns again has its state, and is in use.
    @Test func objectThatIsReturnedAgainIsNotStopped() async throws {
        let (closed, own) = (Counter(), Receiver(name: "own", log: Station.Log(Collected())))
        let living = try Living(drawers: "-- 1") { services in
            let lifecycle = Lifecycle(reload: .rebuild, stop: { (_: Receiver) in closed.add() })
            services.register("own", lifecycle: lifecycle) { _ in own }
        }
        _ = try living.receiver("own")
        for edit in 2...4 {
            try living.reload("-- \(edit)")
            #expect(try living.receiver("own") === own)
            try await until { living.container.generations.count == 1 }
        }
        #expect((own.formers, closed.value) == ([], 0))
        #expect(await living.container.shutdownGracefully() == [])
        #expect(closed.value == 1)
    }

    /// An instance of another type has no state to take over.
    @Test func otherTypeHasNothingToTakeOver() async throws {
        let living = try Living(drawers: Receiver.service("one"))
        _ = try living.receiver()
        try living.reload(Drawer.service(2, #"handover = "receive", "#))
        #expect(try living.drawer().entries == [])
        try await until { living.container.generations.count == 1 }
        #expect(
            living.found == [
                #"container.lua:1: warning: service "a" takes over nothing from the instance that it replaces, which has another type, Receiver"#
            ])
        #expect(living.log.elements == ["close one"])
    }

    /// What the function leaves in the new instance outlives the scripts that are reloaded, with the objects that only it uses.
    @Test func functionInTheNewInstanceStaysAlive() async throws {
        let keeping = """
            handover = function(former, new, c)
                local other = c.get "other"
                new:keep(function() return "beside " .. other.size end)
            end,
            """
        let other = """
            service "other" { type = "Drawer", args = { size = 9, log = ref "log" }, scope = "transient" }

            """
        let living = try Living(drawers: Drawer.service(1, keeping) + other)
        _ = try living.drawer()
        try living.reload(Drawer.service(2, keeping) + other)
        let drawer = try living.drawer()
        try living.reload(Drawer.service(2, keeping) + other + Drawer.service(3, "", id: "third"))
        try await until { living.container.generations.count == 1 }
        #expect(try living.drawer() === drawer)
        #expect(try drawer.note() == "beside 9")
    }

    /// An override has instances of its own.
    @Test func overrideTakesNothingOver() throws {
        func text(_ size: Int) -> String { Drawer.service(size) + Drawer.service(7, "", id: "other") }
        let living = try Living(drawers: text(1))
        try living.drawer().put("book")
        try living.reload(text(2))
        try living.container.withOverrides {
            $0.override("other") { _ in Drawer(size: 8, log: Station.Log(Collected()), pause: nil) }
        } operation: {
            let (other, own) = (try living.drawer("other"), try living.drawer())
            #expect((other.size, own.entries) == (8, []))
        }
        #expect(try living.drawer().entries == ["book"])
    }

    /// A run follows that of the former instance, which ends once its state is taken over.
    @Test func runFollowsThatOfTheFormerInstance() async throws {
        func text(_ name: String) -> String {
            """
            service "server" {
                type = "Worker", args = { name = "\(name)", log = ref "log" }, run = true, stop = "finish",
                handover = function(former, new) end,
            }
            """
        }
        let living = try Living(drawers: text("one"))
        try await living.container.start()
        _ = try await living.awaitRun(of: "server")
        try living.reload(text("two"))
        try await until { living.log.elements.contains("run two") }
        #expect(living.log.elements == ["build one", "run one", "build two", "finish one", "returned one", "run two"])
        #expect(living.found == [])
        _ = await living.container.shutdownGracefully()
    }

    /// What a former instance needs does not delay the run of what replaces that.
    @Test func runOfWhatAFormerInstanceNeedsIsReplacedAtOnce() async throws {
        func text(_ name: String) -> String {
            """
            service "server" { type = "Worker", args = { name = "\(name)", log = ref "log" }, run = true, stop = "finish" }

            """ + Worker.service("a", of: ["server"], "handover = function(former, new) end")
        }
        let living = try Living(drawers: text("one"))
        try await living.container.start()
        _ = try await living.awaitRun(of: "server")
        _ = try living.worker("a")
        try living.reload(text("two"))
        try await until { living.log.elements.contains("run two") }
        #expect(!living.log.elements.contains("finish one"))
        _ = try living.worker("a")
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.contains("returned one"))
        #expect(living.found == [])
        _ = await living.container.shutdownGracefully()
    }
}
