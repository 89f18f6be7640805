import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// What functions of scripts may do: ask the context, make and use exposed objects.
@Suite struct FunctionTests {
    private let engine = #"service "engine" { type = "Engine", args = { "Jaguar", 6 } }"#

    @Test func nullLeavesAnOptionalArgumentEmpty() throws {
        let container = try wire(
            """
            service "car" (function(c) return Car { engine = Engine { brand = "E" }, trailer = null } end)
            """)
        #expect(try container.resolve("car", as: Car.self).trailer == nil)
    }

    @Test func theContextGivesServicesAndParametersWithDotAndColon() throws {
        let container = try wire(
            """
            \(engine)
            parameters { brand = "Rover", map = { list = { 1, "%brand%" } } }
            service "dot" (function(c) return c.get("engine").brand .. c.param("map").list[2] end)
            service "colon" (function(c) return c:get("engine").brand .. c:param "map.list"[2] end)
            service "same" (function(c) return c.get "engine" == c:get "engine" end)
            """)
        #expect(try container.resolve("dot", as: String.self) == "JaguarRover")
        #expect(try container.resolve("colon", as: String.self) == "JaguarRover")
        #expect(try container.resolve("same", as: Bool.self))
    }

    @Test func objectsKeepTheirIdentityBetweenLuaAndSwift() throws {
        let container = try wire(
            """
            \(engine)
            service "through" (function(c) return c.get "engine" end)
            service "book" { type = "Notebook", scope = "graph" }
            service "point" { type = "Point", args = { 1, 2 } }
            service "copy" (function(c) return c.get "point" end)
            """)
        #expect(
            try container.resolve("through", as: Engine.self) === (try container.resolve("engine", as: Engine.self)))
        #expect(try container.resolve("copy", as: Point.self) == Point(x: 1, y: 2))
    }

    @Test func constructorsTakeLabelsAndFillDefaultsIn() throws {
        let container = try wire(
            """
            service "engine" (function() return Engine { brand = "Rover" } end)
            service "full" (function() return Engine { cylinders = 8, brand = "Rover" } end)
            service "chosen" (function(c) return Pump { engine = c.get "engine", pressure = 3 } end)
            service "car" (function(c)
                return Car { engine = c.get "engine", color = "red", trailer = Car { engine = Engine { brand = "x" } } }
            end)
            service "settings" (function()
                return Settings { tags = { "a", "b" }, limits = { low = 1 }, servers = { { port = 80 } }, note = nil }
            end)
            """)
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 4)
        #expect(try container.resolve("full", as: Engine.self).cylinders == 8)
        #expect(try container.resolve("chosen", as: Pump.self).engine?.brand == "Rover")
        let car = try container.resolve("car", as: Car.self)
        #expect(car.color == .red)
        #expect((car.trailer as? Car)?.engine.brand == "x")
        let settings = try container.resolve("settings", as: Settings.self)
        #expect(settings.tags == ["a", "b"])
        #expect(settings.limits == ["low": 1])
        #expect(settings.servers == [["port": 80]])
    }

    @Test func methodsAndPropertiesOfObjectsWork() throws {
        let container = try wire(
            """
            \(engine)
            service "car" { type = "Car", args = { engine = ref "engine", wheels = 3, color = "green" } }
            service "text" (function(c)
                local car = c.get "car"
                return car.engine:describe("the") .. car.wheels .. car.color .. car:tow(car)
            end)
            service "book" (function(c)
                local book = Logbook {}
                book.first = "a"
                book.first = nil
                book.engine = c.get "engine"
                book:note("n", 2)
                book:note "m"
                book.second = "count " .. book.count
                return book
            end)
            """)
        #expect(try container.resolve("text", as: String.self) == "the Jaguar3green6")
        #expect(
            try container.resolve("book", as: Logbook.self).log.elements
                == ["first=a", "first=nil", "engine=Jaguar", "n", "n", "m", "second=count 6"])
    }

    @Test func plainResultOfAFunctionIsAService() throws {
        let container = try wire(
            """
            service "integer" (function() return 4 end)
            service "number" (function() return 0.5 end)
            service "text" (function() return "x" end)
            service "map" (function() return { list = { 1, null } } end)
            service "sum" (function(c) return c.get "integer" + c.get "number" end)
            service "engine" { type = "Engine", args = { ref "text", ref "integer" } }
            """)
        #expect(try container.resolve("integer", as: Int.self) == 4)
        #expect(try container.resolve("map", as: PlainValue.self) == .map(["list": .list([.integer(1), .null])]))
        #expect(try container.resolve("sum", as: Double.self) == 4.5)
        #expect(try container.resolve("engine", as: Engine.self).brand == "x")
    }

    @Test func functionsArePassedToFunctionArguments() throws {
        let container = try wire(
            """
            service "written" { type = "Formula", args = { apply = function(number) return number * 2 end } }
            service "triple"  { factory = function() return function(number) return number * 3 end end }
            service "made"    { type = "Formula", args = { apply = ref "triple" } }
            service "built" (function() return Formula { apply = function(number) return number * 5 end } end)
            """)
        for (id, result) in [("written", 14), ("made", 21), ("built", 35)] {
            #expect(try container.resolve(id, as: Formula.self).apply.call(7, as: Int.self) == result)
        }
    }

    @Test func functionArgumentRefusesOtherValues() throws {
        #expect(
            message {
                _ = try wire("service \"wrong\" { type = \"Formula\", args = { apply = 7 } }")
            } == """
                container.lua:1: service "wrong": argument "apply" expects a function, got the integer 7
                """)
    }

    @Test func swiftErrorPassesThroughScriptsUnchanged() throws {
        let container = try wire(
            """
            service "workshop" { type = "Workshop" }
            service "fails" (function(c)
                return c.get("workshop"):fail()
            end)
            service "outer" { type = "Car", args = { engine = ref "fails" } }
            service "caught" (function(c)
                local ok, problem = pcall(function() return c.get "fails" end)
                return tostring(ok)
            end)
            """)
        for id in ["fails", "outer"] {
            let error = #expect(throws: ContainerError.self) { _ = try container.resolve(id, as: Any.self) }
            #expect(error?.underlying as? Breakdown == Breakdown(reason: "no oil"))
        }
        #expect(try container.resolve("caught", as: String.self) == "false")
    }

    @Test func luaErrorsShowTheLineAndTheServicesOnTheWay() throws {
        let container = try wire(
            """
            local function check(value)
                if not value then error "no value" end
            end
            service "inner" (function(c)
                check(nil)
            end)
            service "middle" (function(c) return c.get "inner" end)
            service "outer" { type = "Car", args = { engine = ref "middle" } }
            """)
        #expect(
            message { _ = try container.resolve("outer", as: Car.self) } == """
                container.lua:2: service "inner" could not be built: no value
                    needed by outer -> middle -> inner
                    called from container.lua:5
                """)
    }

    @Test func mismatchInAFunctionNamesTheLineOfTheCall() throws {
        let container = try wire(
            """
            service "settings" (function()
                return Settings {
                    note = "n",
                    servers = {
                        { port = 80 },
                        { port = "x" },
                    },
                }
            end)
            service "book" (function()
                return Logbook {}:stock {
                    nails = 7,
                    screws = {},
                }
            end)
            """)
        #expect(
            message { _ = try container.resolve("settings", as: Settings.self) } == """
                container.lua:6: Settings: argument "servers" at 2.port expects an integer, got the string "x"
                    in service "settings"
                """)
        #expect(
            message { _ = try container.resolve("book", as: Int.self) } == """
                container.lua:13: Logbook.stock: argument "parts" at screws expects an integer, got a map
                    in service "book"
                """)
    }
}
