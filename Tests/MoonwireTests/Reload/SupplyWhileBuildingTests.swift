import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// The application supplies an instance while decorators around the former one are built, or while a reload takes place.
@Suite struct SupplyWhileBuildingTests {
    /// Does what a test wants at the time at which a function of the script asks for it.
    private final class Act: Exposed, Sendable {
        let body = Lock<(@Sendable () -> Void)?>(nil)

        static let exposure = Exposure(Act.self) {
            Initializer { Act() }
            Method("now") { (act: Act) in act.body.withLock { $0 }?() }
        }
    }

    private let act = Act()

    private func living(_ text: String) throws -> Living {
        let act = act
        return try Living(text, types: [Act.self]) { services in
            services.register("act") { _ in act }
            services.addHook(.reloading) { _, _ in act.body.withLock { $0 }?() }
        }
    }

    private func does(_ body: (@Sendable () -> Void)?) { act.body.withLock { $0 = body } }

    private func station(_ name: String) -> Station { Station(name: name, next: nil, later: nil, log: nil) }

    private func chain(_ id: String, _ living: Living) throws -> [String] {
        sequence(first: try living.station(id)) { $0.next }.map(\.name)
    }

    private static let mailer = "service \"mailer\" { type = \"Station\", args = { name = \"built\" } }\n"

    private static func decorator(_ name: String, _ keys: String = "") -> String {
        """
        decorate "mailer" { type = "Station", args = { name = "\(name)", next = inner, log = ref "log" }\(keys) }\n
        """
    }

    /// A service whose function does what the test wants, and gives what it asks for then.
    private static let worker = """
        service "worker" (function(c)
            local before = c.get "mailer"
            c.get("act"):now()
            return Station { name = "worker", next = c.get "mailer" }
        end)\n
        """

    @Test(arguments: ["shared", "weak"]) func decoratorThatSuppliesItsWrappedServiceIsNotCalledForever(
        _ scope: String
    ) throws {
        let living = try living(
            Self.mailer + """
                decorate "mailer" {
                    scope = "\(scope)",
                    args = { inner }, factory = function(args, c)
                        c.get("act"):now()
                        return Station { name = "d", next = args[1] }
                    end,
                }
                """)
        let times = Counter()
        does { [station] in
            times.add()
            try? living.container.supply(station("app"), for: "mailer")
        }
        #expect(
            message { _ = try living.station("mailer") } == """
                container.lua:2: decorator of "mailer" was built 100 times, and each time the application replaced the service that it wraps
                    do not call `container.supply(…, for: "mailer")` while its decorators are built
                """)
        #expect(times.value == 100)
        does(nil)
        #expect(try chain("mailer", living) == ["d", "app"])
    }

    /// Decorators of every scope around each other: none of them may keep what it wrapped before.
    @Test(arguments: ["shared", "weak", "graph", "transient"], ["shared", "weak", "graph", "transient"])
    func aSupplyDuringTheBuildIsWrapped(_ inner: String, _ outer: String) throws {
        let living = try living(
            Self.mailer + Self.decorator("d1", ", scope = \"\(inner)\"") + """
                decorate "mailer" {
                    scope = "\(outer)",
                    args = { inner }, factory = function(args, c)
                        c.get("act"):now()
                        return Station { name = "d2", next = args[1] }
                    end,
                }
                """)
        let times = Counter()
        does { [station] in if times.add() == 1 { try? living.container.supply(station("app"), for: "mailer") } }
        let isKept = outer == "shared" || outer == "weak"
        #expect(try chain("mailer", living) == ["d2", "d1", isKept ? "app" : "built"])
        #expect(try chain("mailer", living) == ["d2", "d1", "app"])
    }

    @Test func decoratorsThatTwoGenerationsHaveAreStoppedOnce() throws {
        let text = Self.mailer + Self.decorator("d1", ", stop = \"close\"") + Self.worker
        let living = try living(text)
        does { [station, act] in
            act.body.withLock { $0 = nil }
            _ = try? living.reload(text + "service \"other\" { type = \"Station\", args = { name = \"other\" } }")
            try? living.container.supply(station("app"), for: "mailer")
        }
        #expect(try chain("worker", living) == ["worker", "d1", "app"])
        #expect(living.log.elements == ["close d1"])
        #expect(try chain("mailer", living) == ["d1", "app"])
    }

    @Test func instanceOfAnOlderGenerationBuiltAfterASupplyIsStopped() throws {
        let text = Self.mailer + Self.decorator("d1", ", stop = \"close\"") + Self.worker
        let living = try living(text)
        does { [station, act] in
            act.body.withLock { $0 = nil }
            _ = try? living.reload(text + "service \"other\" { type = \"Station\", args = { name = \"other\" } }")
            try? living.container.supply(station("app"), for: "mailer")
            // The new generation builds its own before the older one does.
            onThreads(1) { _ in _ = try? living.station("mailer") }
        }
        let worker = try living.station("worker")
        #expect(worker.next?.next?.name == "app")
        let isOwn = worker.next !== (try living.station("mailer"))
        #expect(living.log.elements == (isOwn ? ["close d1", "close d1"] : ["close d1"]))
    }

    @Test func instanceSuppliedToTwoGenerationsIsStoppedOnce() throws {
        let text = "service \"mailer\" { synthetic = true, type = \"Station\", stop = \"close\" }\n" + Self.worker
        let living = try living(text)
        let log = Station.Log(living.log)
        try living.container.supply(Station(name: "first", next: nil, later: nil, log: log), for: "mailer")
        does { [act] in
            act.body.withLock { $0 = nil }
            _ = try? living.reload(text + "service \"other\" { type = \"Station\", args = { name = \"other\" } }")
            try? living.container.supply(Station(name: "app", next: nil, later: nil, log: log), for: "mailer")
        }
        #expect(try chain("worker", living) == ["worker", "app"])
        #expect(living.log.elements == ["close first"])
        try living.container.supply(station("last"), for: "mailer")
        #expect(living.log.elements == ["close first", "close app"])
    }

    /// The function is one of Swift: those of a script change with each edit.
    @Test func buildThatResolvesLateIsNotCarriedOverWithoutTheNewDecorator() throws {
        let act = act
        let living = try Living(Self.mailer) { services in
            services.register("user") { resolver in
                act.body.withLock { $0 }?()
                return Station(name: "user", next: try resolver.resolve("mailer"), later: nil, log: nil)
            }
        }
        _ = try living.station("mailer")
        does { _ = try? living.reload(Self.mailer + Self.decorator("d1")) }
        #expect(try chain("user", living) == ["user", "built"])
        does(nil)
        #expect(try chain("user", living) == ["user", "d1", "built"])
    }

    @Test func keptDecoratorIsNotCarriedOverAroundTheFormerInstance() throws {
        let text =
            Self.mailer + """
                decorate "mailer" {
                    reload = "keep",
                    args = { inner }, factory = function(args, c)
                        c.get("act"):now()
                        return Station { name = "d", next = args[1] }
                    end,
                }\n
                """
        let living = try living(text)
        does { [station, act] in
            act.body.withLock { $0 = nil }
            onThreads(1) { _ in
                _ = try? living.reload(text + "service \"other\" { type = \"Station\", args = { name = \"other\" } }")
                try? living.container.supply(station("app"), for: "mailer")
            }
        }
        #expect(try chain("mailer", living) == ["d", "built"])
        #expect(try chain("mailer", living) == ["d", "app"])
    }

    @Test func instanceSuppliedDuringAReloadIsCarriedOver() throws {
        for decorators in 0...1 {
            let wrapping = decorators == 1 ? Self.decorator("d1") : ""
            let living = try living(Self.mailer + wrapping)
            _ = try living.station("mailer")
            does { [station] in try? living.container.supply(station("app"), for: "mailer") }
            try living.reload(Self.mailer.replacing("built", with: "built otherwise") + wrapping)
            #expect(try chain("mailer", living) == (decorators == 1 ? ["d1", "app"] : ["app"]))
        }
    }

    @Test func reloadThatDoesNotFitAnInstanceSuppliedMeanwhileIsRefused() throws {
        let living = try living(Self.mailer)
        does { [station] in try? living.container.supply(station("app"), for: "mailer") }
        #expect(
            message { try living.reload("service \"mailer\" { type = \"Act\" }") }
                .hasSuffix("container.lua:1: service \"mailer\" expects Act, got Station"))
        #expect(try chain("mailer", living) == ["app"])
    }
}
