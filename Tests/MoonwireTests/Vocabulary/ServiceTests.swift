import Moonwire
import Testing

@Suite struct ServiceTests {
    @Test func typeTakesArgumentsByLabelByPositionAndBoth() throws {
        let container = try wire(
            """
            service "label"    { type = "Engine", args = { cylinders = 6, brand = "Jaguar" } }
            service "position" { type = "Engine", args = { "Jaguar", 6 } }
            service "both"     { type = "Engine", args = { "Jaguar", cylinders = 6 } }
            service "default"  { type = "Engine", args = { "Jaguar" } }
            """)
        for (id, cylinders) in [("label", 6), ("position", 6), ("both", 6), ("default", 4)] {
            let engine = try container.resolve(id, as: Engine.self)
            #expect(engine.brand == "Jaguar")
            #expect(engine.cylinders == cylinders)
        }
    }

    @Test func labelsChooseAmongInitializers() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "one" { type = "Pump", args = { pressure = 1 } }
            service "two" { type = "Pump", args = { pressure = 2, engine = ref "engine" } }
            """)
        #expect(try container.resolve("one", as: Pump.self).engine == nil)
        #expect(try container.resolve("two", as: Pump.self).engine?.brand == "Jaguar")
    }

    @Test func factoryIsAMethodOfAServiceOrOfAnInlineOneAStaticMethodOrAFunction() throws {
        let container = try wire(
            """
            service "engine"   { type = "Engine", args = { "Jaguar" } }
            service "workshop" { type = "Workshop" }
            service "method"   { factory = { ref "workshop", "car" }, args = { engine = ref "engine", wheels = 3 } }
            service "inline"   { factory = { inline { type = "Workshop" }, "car" }, args = { ref "engine" } }
            service "static"   { factory = "Engine.standard", args = { brand = "Rover" } }
            service "function" {
                factory = function(args, c)
                    return Car { engine = args.engine, wheels = args[1] + c.get("five") }
                end,
                args = { 2, engine = ref "engine" },
            }
            service "five" (function(c) return 5 end)
            """)
        #expect(try container.resolve("method", as: Car.self).wheels == 3)
        #expect(try container.resolve("inline", as: Car.self).wheels == 4)
        #expect(try container.resolve("static", as: Engine.self).cylinders == 8)
        let car = try container.resolve("function", as: Car.self)
        #expect(car.wheels == 7)
        #expect(car.engine === (try container.resolve("engine", as: Engine.self)))
    }

    @Test func namesOfTypeMethodAndStaticMethodTakeParameters() throws {
        let container = try wire(
            """
            parameters { class = "Engine", maker = { method = "car", static = "standard" } }
            service "type"   { type = "%class%", args = { "Jaguar" } }
            service "param"  { type = param "class", args = { "Jaguar" } }
            service "method" { factory = { "@workshop", "%maker.method%" }, args = { ref "type" } }
            service "static" { factory = "%class%.%maker.static%", args = { "Rover" } }
            service "workshop" { type = "Workshop" }
            """)
        #expect(try container.resolve("type", as: Engine.self).brand == "Jaguar")
        #expect(try container.resolve("param", as: Engine.self).brand == "Jaguar")
        #expect(try container.resolve("method", as: Car.self).wheels == 4)
        #expect(try container.resolve("static", as: Engine.self).brand == "Rover")
    }

    @Test func serviceReturnsAReferenceToItself() throws {
        let container = try wire(
            """
            local engine = service "engine" { type = "Engine", args = { "Jaguar" } }
            local car = service "car" { type = "Car", args = { engine = engine } }
            service "tug" { type = "Car", args = { engine = engine, trailer = car } }
            service "pulled" (function(c) return c.get "car" end)
            """)
        let tug = try container.resolve("tug", as: Car.self)
        #expect(tug.trailer as? Car === (try container.resolve("car", as: Car.self)))
        #expect(tug.engine === (try container.resolve("engine", as: Engine.self)))
    }

    @Test func defaultScopeIsShared() throws {
        let container = try wire(
            """
            service "shared"    { type = "Workshop" }
            service "transient" { type = "Workshop", scope = "transient" }
            service "graph"     { type = "Engine", args = { "x" }, scope = "graph" }
            service "pair" {
                factory = function(args) return Car { engine = args[1], trailer = args[2] } end,
                args = { ref "graph", ref "car" }, scope = "transient",
            }
            service "car" { type = "Car", args = { engine = ref "graph" }, scope = "transient" }
            """)
        for (id, isOne) in [("shared", true), ("transient", false)] {
            let first = try container.resolve(id, as: Workshop.self)
            let second = try container.resolve(id, as: Workshop.self)
            #expect((first === second) == isOne)
        }
        let pair = try container.resolve("pair", as: Car.self)
        #expect((pair.trailer as? Car)?.engine === pair.engine)
        #expect(pair.engine !== (try container.resolve("pair", as: Car.self).engine))
    }

    @Test func usesAreCheckedAndNotBuilt() throws {
        let container = try wire(
            """
            service "broken" { factory = "Engine.failing" }
            service "user" { factory = function() return 5 end, uses = { "broken" } }
            """)
        #expect(try container.resolve("user", as: Int.self) == 5)
    }

    @Test func laterDefinitionInAFileReplacesTheFormer() throws {
        let container = try wire(
            """
            local engine = service "engine"
            engine { type = "Engine", args = { "first" } }
            engine { type = "Engine", args = { "second" } }
            """)
        #expect(try container.resolve("engine", as: Engine.self).brand == "second")
        #expect(container.diagnostics.entries.map(\.severity) == [.warning])
    }
}
