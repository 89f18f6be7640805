import LuaRuntime
import Moonwire
import Testing

/// Functions of rules, which make a value for each owner.
@Suite struct InjectedFunctionTests {
    private static let engines = """
        service "v8" { type = "Engine", args = { brand = "v8" } }

        """

    private func living(_ rules: String) throws -> Living {
        let board = #"service "board" { type = "Gauge", args = { name = "board" }, scope = "transient" }"# + "\n"
        return try Living(Self.engines + board + rules, types: [Engine.self, Gauge.self])
    }

    /// The owner is one that the application made.
    private func injected(_ rules: String, name: String = "speed") throws -> (Gauge, Living) {
        let living = try living(rules)
        let gauge = Gauge(name: name)
        try living.container.inject(into: gauge)
        return (gauge, living)
    }

    @Test func eachOwnerGetsAValueOfItsOwn() throws {
        let (one, living) = try injected(
            #"inject { type = "Engine", value = function(owner, c) return Engine { brand = owner.name } end }"#)
        let other = Gauge(name: "fuel")
        try living.container.inject(into: other)
        #expect(one.engine.brand == "speed" && other.engine.brand == "fuel")
        let isSame = one.engine === one.engine
        #expect(isSame)
        #expect(living.container.diagnostics.entries.allSatisfy { $0.message.hasPrefix("slot Gauge.title cannot be") })
    }

    @Test func functionIsCalledOncePerOwnerAndAgainWhenTheSlotIsEmptied() throws {
        let (gauge, living) = try injected(
            """
            local calls = 0
            inject { type = "Engine", value = function() return Engine { brand = "own" } end }
            inject { slot = "Gauge.limit", value = function() calls = calls + 1 return calls end }
            """)
        #expect(gauge.limit == 1 && gauge.limit == 1)
        gauge.limit = nil
        #expect(gauge.limit == 2)
        withExtendedLifetime(living) {}
    }

    @Test func lateSlotsAskForServicesAndParameters() throws {
        let (gauge, living) = try injected(
            """
            parameters { unit = "km/h" }
            inject { type = "Engine", value = function(_, c) return c.get "v8" end }
            inject {
                slot = "Gauge.title",
                value = function(owner, c) return owner.name .. " of " .. c.get("v8").brand .. " in " .. c.param "unit" end,
            }
            inject { slot = "Gauge.marks", value = function() return { 10, 20 } end }
            """)
        #expect(gauge.engine.brand == "v8")
        withExtendedLifetime(living) { #expect(gauge.title == "speed of v8 in km/h" && gauge.marks == [10, 20]) }
    }

    @Test func functionOfAScriptGoesIntoASlotForOne() throws {
        let (gauge, living) = try injected(
            """
            inject { type = "Engine", value = function(_, c) return c.get "v8" end }
            inject { slot = "Gauge.format", value = function(owner) return function(n) return owner.name .. " " .. n end end }
            """)
        let format = try #require(gauge.format)
        // It keeps the owner's name, not the owner.
        #expect(throws: (any Error).self) { try format.call(5, as: String.self) }
        withExtendedLifetime(living) {}
    }

    @Test func nothingLeavesAnOptionalSlotEmptyAndIsAnErrorOtherwise() throws {
        let (gauge, living) = try injected(
            """
            inject { slot = "Gauge.limit", value = function() return nil end }
            inject { slot = "Gauge.engine", value = function(owner) if owner.name == "speed" then return Engine { brand = "a" } end end }
            """)
        #expect(gauge.limit == nil)
        #expect(!gauge.$limit.isFilled)
        let refused = message { try living.container.inject(into: Gauge(name: "fuel")) }
        #expect(
            living.readable(refused).hasPrefix(
                "MoonwireTests/InjectedFunctionTests.swift:\(Gauge.lineOfEngine): slot Gauge.engine has no value: "
                    + "the function of the rule at container.lua:4 returned nothing"))
    }

    @Test(arguments: [
        (
            #"function() return "seven" end"#,
            """
            container.lua:3: inject Gauge.limit: "value" expects an integer, got the string "seven"
            """
        ),
        (
            #"function(owner) return owner.speed.limit end"#,
            """
            container.lua:3: Gauge has no property or method "speed"
                in the function of inject Gauge.limit at container.lua:3
            """
        ),
        (
            #"function() return ref "v8" end"#,
            """
            container.lua:3: ref describes the wiring and cannot be used after the scripts have been read
                functions get services with `c.get("id")`, and parameters with `c.param("name")`
                in the function of inject Gauge.limit at container.lua:3
            """
        ),
        (
            #"function() return skip end"#,
            """
            container.lua:3: the function of a rule returned a reference instead of a value
                return `c.get("id")`
                in the function of inject Gauge.limit at container.lua:3
            """
        ),
        (
            #"function(_, c) return c.get "v9" end"#,
            """
            container.lua:3: service "v9" is not defined
                in the function of inject Gauge.limit at container.lua:3
            """
        ),
    ])
    func mistakeIsAnErrorWithItsLine(function: String, expected: String) throws {
        let (gauge, living) = try injected(
            """
            inject { slot = "Gauge.limit", value = \(function) }
            inject { type = "Engine", value = function(_, c) return c.get "v8" end }
            """)
        #expect(living.readable(message { _ = try gauge.$limit.get() }) == expected)
        #expect(!gauge.$limit.isFilled)
    }

    /// A read within the function finds the slot empty.
    @Test func functionThatReadsItsOwnSlotIsReported() throws {
        let (gauge, living) = try injected(
            """
            inject { type = "Engine", value = function(_, c) return c.get "v8" end }
            inject { slot = "Gauge.limit", value = function(owner) return owner.limit end }
            """)
        #expect(gauge.limit == nil)
        let entries = living.container.diagnostics.entries.filter { $0.severity == .fault }
        let said = entries.map { entry in message { throw ContainerError(entry) } }
        #expect(
            said == [
                """
                container.lua:4: inject Gauge.limit: the function reads the slot that it fills
                    a property with a getter may read all slots of its type that are not exposed under their own names
                """
            ])
    }

    @Test func hooksSeeTheValue() throws {
        let (gauge, living) = try injected(
            """
            inject { type = "Engine", value = function(owner) return Engine { brand = owner.name } end }
            hook.injected("Gauge.engine", function(engine, owner) owner.limit = #engine.brand end)
            """)
        withExtendedLifetime(living) { #expect(gauge.limit == 5) }
    }

    @Test func slotWithoutAnOwnerPassesNone() async throws {
        struct Bare { @Injected var engine: Engine }
        let living = try living(
            """
            inject { type = "Engine", value = function(owner) return Engine { brand = tostring(owner) } end }
            """)
        let brand = withContainer(living.container) { Bare().engine.brand }
        #expect(brand == "nil")
    }

    /// Values of an override are for one task.
    @Test func functionInAnOverrideGetsTheReplacement() async throws {
        let (gauge, living) = try injected(
            """
            inject { type = "Engine", value = function(_, c) return c.get "v8" end }
            inject { slot = "Gauge.title", value = function(_, c) return c.get("v8").brand end }
            """)
        try living.container.withOverrides {
            $0.override("v8") { _ in Engine(brand: "replaced", cylinders: 4) }
        } operation: {
            #expect(gauge.title == "replaced")
            #expect(!gauge.$title.isFilled)
        }
        #expect(gauge.title == "v8")
    }
}

/// An owner whose slots functions fill.
private final class Gauge: Exposed {
    let name: String
    static let lineOfEngine = #line + 1
    @Injected var engine: Engine
    @Injected var limit: Int?
    @Injected var format: LuaFunction?
    @Lazy var title: String
    @Lazy var marks: [Int]

    init(name: String) { self.name = name }

    static let exposure = Exposure(Gauge.self) {
        Initializer("name") { Gauge(name: $0) }
        Property("name", \.name)
        Property("limit", \.limit)
    }
}
