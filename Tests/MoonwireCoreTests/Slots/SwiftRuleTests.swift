import MoonwireCore
import MoonwireValues
import Testing

private final class Tire: Sendable {}
private final class Rim: Sendable {}

private final class Wheel {
    @Injected var tire: Tire
}

/// Injection rules that the application writes in Swift.
@Suite struct SwiftRuleTests {
    private final class Gauge {
        @Injected var limit: Int?
        @Injected var unit: String?
        @Injected var scale: Double?
        @Injected var format: Format?
        @Injected("spare") var spare: Engine?
        @Injected var engine: Engine?
        @Injected var driver: (any Driving)?
    }

    private struct Format: Sendable, Equatable { var digits: Int }

    private struct Refused: Error {}

    private func wiring(_ rules: InjectionRule..., register: (inout Registrations) -> Void) -> Wiring {
        var wiring = Wiring(
            service("v8", "Engine", ["brand": "v8"]), service("v6", "Engine", ["brand": "v6"]),
            service("spare", "Engine", ["brand": "spare"]), service("car", "Car", ["engine": ref("v8"), "wheels": 3]))
        wiring.rules = rules
        wiring.services.registerOwner(Gauge.self)
        register(&wiring.services)
        return wiring
    }

    private func gauge(
        _ rules: InjectionRule..., register: (inout Registrations) -> Void
    ) throws -> (Gauge, Container) {
        var wiring = wiring(register: register)
        wiring.rules = rules
        let container = try wiring.container()
        let gauge = Gauge()
        try container.inject(into: gauge)
        return (gauge, container)
    }

    @Test("DI-1: values and services of Swift rules go into slots") func valuesAndServices() throws {
        let engine = Engine(brand: "own", cylinders: 1)
        let (gauge, container) = try gauge {
            $0.inject(slot: "Gauge.limit", 7)
            $0.inject(slot: "Gauge.scale", 2)
            $0.inject(String.self, owner: Gauge.self, "km/h")
            $0.inject(Format?.self, Format(digits: 2))
            $0.inject(Engine.self, owner: Gauge.self, engine)
            $0.inject((any Driving).self, service: "car")
        }
        withExtendedLifetime(container) {
            #expect(gauge.limit == 7 && gauge.scale == 2 && gauge.unit == "km/h" && gauge.format == Format(digits: 2))
            #expect(gauge.engine === engine && gauge.driver?.wheels == 3)
            #expect(gauge.spare?.brand == "spare")
        }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func closuresGetTheOwnerAndAResolver() throws {
        let (gauge, container) = try gauge {
            $0.inject(slot: "Gauge.unit") { (gauge: Gauge, resolver) in
                "\(gauge.limit ?? 0) \(try resolver.resolve("v6", as: Engine.self).brand)"
            }
            $0.inject(Engine.self, owner: Gauge.self) { (_: Gauge, resolver) in try resolver.resolve("v8") as Engine }
            $0.inject(slot: "Gauge.limit", 4)
        }
        withExtendedLifetime(container) { #expect(gauge.unit == "4 v6" && gauge.engine?.brand == "v8") }
    }

    @Test func collectionsAreConvertedAsThoseOfScripts() throws {
        final class Rack {
            @Injected var sizes: [Double]?
            @Injected var labels: [Int]?
            @Injected var limits: [String: Double]?
        }
        let container = try wiring {
            $0.inject(slot: "Rack.sizes", [1, 2])
            $0.inject(slot: "Rack.labels", file: "App/Main.swift", line: 9) { (_: Rack, _) in ["a"] }
            $0.inject(slot: "Rack.limits") { (_: Rack, _) in ["upper": 3] }
        }.container()
        let rack = Rack()
        try container.inject(into: rack)
        #expect(rack.sizes == [1, 2] && rack.limits == ["upper": 3])
        #expect(
            message { try rack.$labels.get() }
                == "App/Main.swift:9: inject Rack.labels: \"value\" at 1 expects an integer, got the string \"a\"")
    }

    @Test func elementsOfACollectionAreCheckedAtLoad() throws {
        final class Rack {
            @Injected var labels: [Int]?
            @Injected var limits: [String: Double]?
        }
        let wiring = wiring {
            $0.registerOwner(Rack.self)
            $0.inject(slot: "Rack.labels", [["a"]], file: "App/Main.swift", line: 8)
            $0.inject(slot: "Rack.limits", ["upper": "high"], file: "App/Main.swift", line: 9)
        }
        #expect(
            message { try wiring.container() } == """
                App/Main.swift:8: inject Rack.labels: "value" at 1 expects an integer, got a list
                App/Main.swift:9: inject Rack.limits: "value" at upper expects a number, got the string "high"
                """)
    }

    @Test func nilOfAClosureLeavesTheSlotEmpty() throws {
        let (gauge, container) = try gauge { $0.inject(slot: "Gauge.limit") { (_: Gauge, _) in nil as Int? } }
        #expect(gauge.limit == nil && !gauge.$limit.isFilled)
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func slotsWithoutAnOwnerPassNil() throws {
        struct Bare { @Injected var unit: String }
        let container = try wiring { $0.inject(String.self) { (owner: AnyObject?, _) in "\(owner == nil)" } }
            .container()
        #expect(withContainer(container) { Bare().unit } == "true")
    }

    @Test func closureForAnotherOwnerIsAnError() throws {
        let (gauge, container) = try gauge {
            $0.inject(Int.self, file: "App/Main.swift", line: 9) { (_: Dashboard, _) in 4 }
        }
        withExtendedLifetime(container) {
            #expect(
                message { try gauge.$limit.get() } == """
                    App/Main.swift:9: the closure of a rule takes Dashboard, but the owner is Gauge
                        restrict the rule with `owner: Dashboard.self`, or take `AnyObject?`
                        in the function of inject type Swift.Int at App/Main.swift:9, for slot Gauge.limit
                    """)
        }
    }

    @Test func errorOfAClosureNamesTheRule() throws {
        let (gauge, container) = try gauge {
            $0.inject(slot: "Gauge.limit", file: "App/Main.swift", line: 9) { (_: Gauge, _) -> Int? in throw Refused() }
        }
        withExtendedLifetime(container) {
            #expect(
                message { try gauge.$limit.get() }
                    == "App/Main.swift:9: inject Gauge.limit: \"value\" failed: Refused()")
        }
    }

    @Test func rulesOfScriptsReplaceEqualOnes() throws {
        let script = inject(.slot(owner: "Gauge", name: "limit"), 9, line: 2)
        let (gauge, container) = try gauge(script) {
            $0.inject(slot: "Gauge.limit", 7, file: "App/Main.swift", line: 9)
        }
        withExtendedLifetime(container) { #expect(gauge.limit == 9) }
        #expect(
            container.diagnostics.entries.map(\.description) == [
                "test.lua:2: note: inject Gauge.limit is defined again; this replaces the rule at App/Main.swift:9"
            ])
    }

    @Test func skipLeavesSlotsUnchanged() throws {
        let (gauge, container) = try gauge {
            $0.skipInjection(owner: Gauge.self)
            $0.skipInjection(slot: "Gauge.limit")
            $0.skipInjection(Engine.self, options: .force)
            $0.inject(Int.self, 3)
            $0.inject(slot: "Gauge.unit", "km/h")
        }
        withExtendedLifetime(container) {
            #expect(gauge.limit == nil && gauge.driver == nil && gauge.unit == "km/h")
            #expect(gauge.engine == nil)
        }
    }

    @Test func forceFillsSlotsThatNameAnId() throws {
        let engine = Engine(brand: "own", cylinders: 1)
        let (gauge, container) = try gauge { $0.inject(Engine.self, options: .force, engine) }
        withExtendedLifetime(container) { #expect(gauge.spare === engine) }
    }

    @Test func mistakesAreFaultsAtTheirLines() throws {
        var wiring = wiring {
            $0.inject(slot: "Gauge.limit", "many", file: "App/Main.swift", line: 1)
            $0.inject(slot: "Gauge.engine", service: "v9", file: "App/Main.swift", line: 2)
            $0.inject(slot: "limit", 3, file: "App/Main.swift", line: 3)
            $0.inject((any Driving & Sendable & CustomStringConvertible).self, "", file: "App/Main.swift", line: 4)
            $0.inject(slot: "Gauge.format", Engine(brand: "x", cylinders: 1), file: "App/Main.swift", line: 5)
            $0.inject(slot: "Gauge.unit", file: "App/Main.swift", line: 6) { (_: Gauge, _) in Format(digits: 1) }
        }
        wiring.rules = []
        #expect(
            message { try wiring.container() } == """
                App/Main.swift:1: inject Gauge.limit: "value" expects an integer, got the string "many"
                App/Main.swift:2: inject Gauge.engine: "value" refers to "v9", which is not defined
                App/Main.swift:3: inject: "slot" expects "Owner.slot", got "limit"
                App/Main.swift:4: inject: a rule is for one protocol, and Driving & CustomStringConvertible has 2
                    write `(any Driving).self`
                App/Main.swift:5: inject Gauge.format: "value" expects Format, got a value, which is Engine
                App/Main.swift:6: inject Gauge.unit: "value" expects a string, got a value, which is Format
                """)
    }

    @Test func optionsWithoutEffectAreFaults() throws {
        let wiring = wiring {
            $0.inject(Int.self, options: .withoutSubclasses, 4, file: "App/Main.swift", line: 1)
            $0.skipInjection(Int.self, owner: Gauge.self, options: .once, file: "App/Main.swift", line: 2)
        }
        #expect(
            message { try wiring.container() } == """
                App/Main.swift:1: inject type Swift.Int: `.withoutSubclasses` requires an owner or a slot
                App/Main.swift:2: inject type Swift.Int of MoonwireCoreTests.SwiftRuleTests.Gauge: `.once` has no effect on a rule that skips
                """)
    }

    @Test func classesThatAreNotExposedAreCompared() throws {
        let wiring = wiring { $0.inject(Tire.self, owner: Wheel.self, Rim(), file: "App/Main.swift", line: 4) }
        #expect(
            message { try wiring.container() } == """
                App/Main.swift:4: inject type MoonwireCoreTests.Tire of MoonwireCoreTests.Wheel: "value" for slot Wheel.tire \
                expects Tire, got a value, which is Rim
                """)
    }

    @Test func aRuleThatMatchesNothingIsAWarning() throws {
        let container = try wiring {
            $0.inject(slot: "Gauge.limt", 3, file: "App/Main.swift", line: 4)
            $0.inject(slot: "Gauge.lmit", options: .silent, 3, file: "App/Main.swift", line: 5)
        }.container()
        #expect(
            container.diagnostics.entries.map(\.description) == [
                """
                App/Main.swift:4: warning: inject Gauge.limt: Gauge has no slot "limt"
                    did you mean "limit"?
                """
            ])
    }

    @Test func inspectionShowsThem() throws {
        let wiring = wiring {
            $0.inject(slot: "Gauge.limit", 7, file: "App/Main.swift", line: 9)
            $0.inject(slot: "Gauge.format", options: .once, Format(digits: 2))
        }
        let rules = try wiring.inspection().rules
        #expect(rules.map(\.rule) == ["inject Gauge.limit", "inject Gauge.format"])
        #expect(rules.map { $0.value?.written } == ["7", "Format from Swift"])
        #expect(rules.map(\.options) == [[], ["once"]])
        #expect(rules[0].origin.layer == "Swift registrations")
        #expect(rules[0].slots.map(\.slot) == ["Gauge.limit"])
    }
}
