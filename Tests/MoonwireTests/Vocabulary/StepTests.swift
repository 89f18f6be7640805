import Moonwire
import TestSupport
import Testing

/// What is done to an instance once it is made: `set`, `call`, `configure`, and `synthetic` ones.
@Suite struct StepTests {
    @Test func setRunsInNameOrderWithNamesAndInWrittenOrderWithPairs() throws {
        let container = try wire(
            """
            service "names" { type = "Logbook", set = { second = "b", first = "a" } }
            service "pairs" { type = "Logbook", set = { { "second", "b" }, { "first", "a" }, { "second", "c" } } }
            """)
        #expect(try container.resolve("names", as: Logbook.self).log.elements == ["first=a", "second=b"])
        #expect(
            try container.resolve("pairs", as: Logbook.self).log.elements == ["second=b", "first=a", "second=c"])
    }

    @Test func stepsRunInTheOrderSetCallConfigure() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "book" {
                configure = function(book, c) book:note("configured " .. c.get("engine").brand) end,
                call = { { "note", "called", 2 }, { "note", "%word%" } },
                set = { engine = ref "engine" },
                type = "Logbook",
            }
            parameters { word = "later" }
            """)
        #expect(
            try container.resolve("book", as: Logbook.self).log.elements
                == ["engine=Jaguar", "called", "called", "later", "configured Jaguar"])
    }

    @Test func stepsRunOnWhatAFunctionMade() throws {
        let container = try wire(
            """
            service "book" {
                factory = function() return Logbook {} end,
                set = { first = "a" }, call = { { "note", "b" } },
                configure = function(book) book.second = "c" end,
            }
            """)
        #expect(try container.resolve("book", as: Logbook.self).log.elements == ["first=a", "b", "second=c"])
    }

    @Test func nullAndMissingOptionalsSetAPropertyToNil() throws {
        let container = try wire(
            """
            service "book" { type = "Logbook", set = { first = null, engine = optional "nobody" } }
            """)
        #expect(try container.resolve("book", as: Logbook.self).log.elements == ["engine=nil", "first=nil"])
    }

    @Test func aFailingStepFailsTheService() throws {
        let container = try wire(
            """
            service "call" { type = "Logbook", call = { { "fail" } } }
            service "configure" {
                type = "Logbook",
                configure = function(book)
                    book:fail()
                end
            }
            """)
        for id in ["call", "configure"] {
            let error = #expect(throws: ContainerError.self) { _ = try container.resolve(id, as: Logbook.self) }
            #expect(error?.underlying as? Breakdown == Breakdown(reason: "the pen is dry"))
        }
    }

    @Test func syntheticServiceMustBeSupplied() throws {
        let container = try wire(
            """
            service "engine" { synthetic = true, type = "Engine" }
            service "car" { type = "Car", args = { engine = ref "engine" }, scope = "transient" }
            """)
        #expect(
            message { _ = try container.resolve("car", as: Car.self) } == """
                container.lua:1: service "engine" is synthetic, and the application has not supplied it
                    needed by car -> engine
                    call `container.supply(…, for: "engine")` before it is needed
                """)
        let engine = Engine(brand: "supplied", cylinders: 2)
        try container.supply(engine, for: "engine")
        #expect(try container.resolve("car", as: Car.self).engine === engine)
        #expect(throws: ContainerError.self) { try container.supply(Workshop(), for: "engine") }
    }

    /// What a function makes has its type only once it is built.
    @Test func aCallOnAValueOfUnknownTypeReplacesIt() throws {
        let container = try wire(
            """
            service "moved" {
                factory = function() return Point { x = 1, y = 2 } end,
                call = { { "length" },
                    { "moved", 5 } },
            }
            service "engine" {
                factory = function() return Engine { brand = "A" } end, call = { { "describe", "b" } },
            }
            """)
        #expect(try container.resolve("moved", as: Point.self).x == 6)
        #expect(try container.resolve("engine", as: Engine.self).brand == "A")
    }

    @Test func callWithoutEffectOnAValueIsReportedOnce() throws {
        let container = try wire(
            """
            service "measured" {
                factory = function() return Point { x = 1, y = 2 } end, scope = "transient", call = { { "length" } },
            }
            """)
        for _ in 0..<3 { #expect(try container.resolve("measured", as: Point.self).x == 1) }
        let said = container.diagnostics.entries.map { diagnostic in message { throw ContainerError([diagnostic]) } }
        #expect(
            said == [#"container.lua:2: warning: service "measured": `call` ignores what Point.length returns"#])
    }
}
