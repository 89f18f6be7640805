import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What the application supplied is never lost without a word when scripts change.
@Suite struct SupplyReloadTests {
    private static let shared = #"service "guest" { type = "Station", args = { name = "built" } }"#

    private func living(supplied isEarly: Bool, during body: @escaping @Sendable (Container) throws -> Void) throws
        -> Living
    {
        let box = Lock<Container?>(nil)
        let living = try Living(Self.shared) { services in
            services.addHook(.reloading) { _, _ in try box.withLock { $0 }.map(body) }
        }
        if isEarly { try body(living.container) } else { box.withLock { $0 = living.container } }
        return living
    }

    private static func supply(_ container: Container) throws {
        try container.supply(Station(name: "guest", next: nil, later: nil, log: nil), for: "guest")
    }

    /// Supplied before a reload, and during it.
    @Test(arguments: [true, false], ["transient", "graph", "weak"])
    func aSuppliedServiceStaysShared(_ isEarly: Bool, _ scope: String) throws {
        let living = try living(supplied: isEarly, during: Self.supply)
        try living.edit(Self.shared.replacing("} }", with: "}, scope = \"\(scope)\" }"))
        #expect(
            living.readable(message { try living.container.reload() }) == """
                container.lua:1: service "guest" has scope "\(scope)", but the application supplied an instance
                    only shared services can be supplied
                """)
        #expect(try living.station("guest").name == "guest")
        try living.reload(Self.shared.replacing("built", with: "edited"))
        #expect(try living.station("guest").name == "guest")
    }

    @Test(arguments: [true, false]) func aSuppliedServiceThatIsRemovedIsAWarning(_ isEarly: Bool) throws {
        let living = try living(supplied: isEarly, during: Self.supply)
        try living.reload("")
        #expect(
            living.container.diagnostics.entries.map { living.readable("\($0)") } == [
                "container.lua:1: warning: service \"guest\" is supplied by the application, but is no longer defined"
            ])
    }

    @Test(arguments: [true, false]) func aSuppliedServiceCannotBecomeAnAlias(_ isEarly: Bool) throws {
        let living = try living(supplied: isEarly, during: Self.supply)
        try living.edit(Self.shared.replacing("guest", with: "other") + "\nalias \"guest\" \"other\"")
        #expect(
            living.readable(message { try living.container.reload() })
                == "container.lua:2: service \"guest\" is an alias of \"other\", but the application supplied an instance"
        )
        #expect(try living.station("guest").name == "guest")
    }

    /// A type that is not exposed, which only its closure knows.
    @Test(arguments: [true, false]) func aSuppliedServiceMustFitWhatSwiftRegisters(_ isEarly: Bool) throws {
        final class Clock: Sendable {}
        final class Other: Sendable {}
        let box = Lock<Container?>(nil)
        let living = try Living(#"service "clock" { synthetic = true }"#) { services in
            services.register("clock", file: "App.swift", line: 7) { _ in Clock() }
            services.addHook(.reloading) { _, _ in try box.withLock { $0 }?.supply(Other(), for: "clock") }
        }
        if isEarly {
            try living.container.supply(Other(), for: "clock")
        } else {
            box.withLock { $0 = living.container }
        }
        try living.edit("")
        #expect(
            message { try living.container.reload() }
                == "App.swift:7: service \"clock\" expects Clock, got Other")
        _ = try living.container.resolve("clock", as: Other.self)
        box.withLock { $0 = nil }
    }

    /// A decorated instance is carried over, however many decorators there are.
    @Test func removingADecoratorRemovesNothingElse() throws {
        let living = try Living(
            Self.shared + "\ndecorate \"guest\" { type = \"Station\", args = { name = \"d\", next = inner } }")
        try Self.supply(living.container)
        try living.reload(Self.shared)
        #expect(living.container.diagnostics.entries.isEmpty)
        #expect(try living.station("guest").name == "guest")
    }

    /// This one's id ends as that of a service does which a decorator wraps.
    @Test func aDecoratedServiceMayHaveAnyID() throws {
        let script =
            Self.shared.replacing("guest", with: "guest.inner")
            + "\ndecorate \"guest.inner\" { type = \"Station\", args = { name = \"d\", next = inner } }"
        let living = try Living(script)
        try living.container.supply(Station(name: "supplied", next: nil, later: nil, log: nil), for: "guest.inner")
        try living.reload(script.replacing("\"d\"", with: "\"e\""))
        #expect(living.container.diagnostics.entries.isEmpty)
        let outermost = try living.station("guest.inner")
        #expect(outermost.name == "e")
        #expect(outermost.next?.name == "supplied")
    }
}
