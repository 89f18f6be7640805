import MoonwireCore
import MoonwireSupport
import MoonwireValues
import Testing

private final class Row {
    @Weak var engine: Engine?
    @Weak("car") var driver: (any Driving)?
    @Weak var limit: Int?
}

/// Slots that hold their values weakly.
@Suite struct WeakTests {
    private func wiring(_ rules: InjectionRule...) -> Wiring {
        var wiring = Wiring(
            service("v8", "Engine", ["brand": "v8"]), service("car", "Car", ["engine": ref("v8"), "wheels": 3]))
        wiring.rules = rules
        wiring.services.registerOwner(Row.self)
        return wiring
    }

    @Test("DI-6: a weak slot does not keep its value") func valueIsHeldWeakly() throws {
        let row = Row()
        weak var ended: Engine?
        do {
            let engine = Engine(brand: "own", cylinders: 1)
            ended = engine
            row.engine = engine
            #expect(row.engine === engine && row.$engine.isFilled)
        }
        #expect(ended == nil && row.engine == nil && !row.$engine.isFilled)
    }

    @Test func containerFillsItByTypeAndById() throws {
        let container = try wiring().container()
        let row = Row()
        try container.inject(into: row)
        #expect(!row.$engine.isFilled)
        #expect(row.engine?.brand == "v8" && row.driver?.wheels == 3)
        #expect(row.$engine.isFilled)
        let engine = try container.resolve("v8", as: Engine.self)
        #expect(row.engine === engine)
    }

    @Test func slotIsFilledAgainWhenItsValueHasEnded() throws {
        let calls = Lock(0)
        var wiring = wiring()
        wiring.services.inject(slot: "Row.engine") { (_: Row, _) in
            Engine(brand: "\(calls.withLock { $0 += 1; return $0 })", cylinders: 1)
        }
        let container = try wiring.container()
        let row = Row()
        try container.inject(into: row)
        do {
            let first = row.engine
            #expect(first?.brand == "1" && row.engine === first)
            withExtendedLifetime(first) {}
        }
        #expect(row.engine?.brand == "2")
    }

    @Test func slotsAreListed() throws {
        let container = try wiring().container()
        let row = Row()
        #expect(try container.slots(of: row).map(\.wrapper) == [.weak, .weak, .weak])
        #expect("\(try container.slots(of: row)["driver"])" == "driver: Driving?, @Weak, empty, service \"car\"")
    }

    @Test func hooksAreCalled() throws {
        let filled = Lock<[String]>([])
        var wiring = wiring()
        wiring.services.addHook(.injected("Row.engine")) { (engine: Engine, _: Row, _) in
            filled.withLock { $0.append(engine.brand) }
        }
        let container = try wiring.container()
        let row = Row()
        try container.inject(into: row)
        _ = row.engine
        _ = row.engine
        #expect(filled.withLock { $0 } == ["v8"])
    }

    @Test func aValueThatIsNoObjectIsNotKept() {
        let row = Row()
        row.limit = 4
        #expect(row.limit == nil)
    }

    @Test func aRuleThatMakesANewValueIsAWarning() throws {
        let target = InjectionRule.Target.slot(owner: "Row", name: "engine")
        let new = WiredValue.inline(service("", "Engine", ["brand": "new"]))
        #expect(
            try wiring(inject(target, new, line: 4)).report() == """
                test.lua:4: warning: inject Row.engine: slot Row.engine is `@Weak`, and nothing else keeps the value
                    inject a shared service, or declare the slot with `@Injected`
                """)
        #expect(try wiring(inject(target, ref("v8"))).check().isEmpty)
        #expect(try wiring(inject(target, new, .silent)).check().isEmpty)
    }
}
