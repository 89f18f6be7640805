import Moonwire
import Testing

/// What the application supplies must fit whatever uses its service, also where the definition does not say its type.
@Suite struct SuppliedTypeTests {
    private static let user = "\nservice \"car\" {\n  type = \"Car\",\n  args = { engine = ref \"engine\" },\n}"

    /// Definitions without a type.
    private static let untyped = [
        #"service "engine" { synthetic = true }"#,
        #"service "engine" (function(c) return Engine { brand = "made" } end)"#,
        #"service "engine" { factory = function() return Engine { brand = "made" } end }"#,
    ]

    private static func refusal(_ type: String) -> String {
        """
        container.lua:4: service "car": argument "engine" expects Engine, got the service "engine", which is \(type)
            the application supplies \(type) for service "engine", defined at container.lua:1
        """
    }

    @Test(arguments: untyped) func suppliedInstanceThatDoesNotFitAUseIsRefused(definition: String) throws {
        let container = try wire(definition + Self.user)
        #expect(message { try container.supply(42, for: "engine") } == Self.refusal("Int"))
        #expect(message { try container.supply(Workshop(), for: "engine") } == Self.refusal("Workshop"))
        #expect(message { try container.supply(Point(x: 1, y: 2), for: "engine") } == Self.refusal("Point"))
        let engine = Engine(brand: "mine", cylinders: 2)
        try container.supply(engine, for: "engine")
        #expect(try container.resolve("car", as: Car.self).engine === engine)
        #expect(message { try container.supply(42, for: "engine") } == Self.refusal("Int"))
        #expect(try container.resolve("engine", as: Engine.self) === engine)
    }

    @Test(arguments: untyped) func suppliedInstanceThatDoesNotFitIsRefusedInsideOverrides(definition: String) throws {
        let container = try wire(definition + Self.user)
        try container.withOverrides { _ in
        } operation: {
            #expect(message { try container.supply(42, for: "engine") } == Self.refusal("Int"))
        }
        let said = message {
            try container.withOverrides {
                $0.override("engine") { _ in 42 }
            } operation: {
            }
        }
        #expect(said.contains(#"argument "engine" expects Engine, got the service "engine", which is Int"#))
    }

    /// Each way to use a service.
    private static let uses = [
        (
            #"service "car" { type = "Car", args = { engine = ref "other" } } alias "other" "engine""#,
            "argument \"engine\""
        ),
        (
            #"parameters { motor = ref "engine" } service "car" { type = "Car", args = { engine = param "motor" } }"#,
            "argument \"engine\""
        ),
        (#"service "rack" { type = "Rack", args = { engines = { ref "engine" } } }"#, "argument \"engines\" at 1"),
        (
            #"parameters { ridden = ref "engine" } service "rack" { type = "Rack", args = { driving = { "%ridden%" } } }"#,
            "argument \"driving\" at 1"
        ),
        (#"service "rack" { type = "Rack", args = { byName = { a = ref "engine" } } }"#, "argument \"byName\" at a"),
        (#"service "rack" { type = "Rack", args = { driving = { ref "engine" } } }"#, "argument \"driving\" at 1"),
        (
            #"service "rack" { type = "Rack", args = { drivingByName = { a = ref "engine" } } }"#,
            "\"drivingByName\" at a"
        ),
        (#"service "remote" { type = "Remote", args = { engine = lazy "engine" } }"#, "argument \"engine\""),
        (#"service "car" { factory = { ref "engine", "car" } }"#, "no method or property \"car\""),
        (
            #"service "car" { type = "Car", args = { engine = ref "v" }, call = { { "tow", ref "engine" } } } "#
                + #"service "v" { type = "Engine", args = { "V" } }"#, "call \"tow\""
        ),
    ]

    @Test(arguments: uses.indices) func suppliedInstanceIsCheckedAgainstEveryUse(index: Int) throws {
        let (use, place) = Self.uses[index]
        let container = try wire(Self.untyped[0] + "\n" + use)
        let said = message { try container.supply(Point(x: 1, y: 2), for: "engine") }
        #expect(said.contains(place) && said.contains("Point") && said.contains("container.lua:2"), "\(use): \(said)")
    }

    @Test func suppliedInstanceMayConformWithoutSayingSo() throws {
        /// Does not say that it conforms.
        struct Bicycle: Driving { let wheels = 2 }
        let container = try wire(
            Self.untyped[0] + "\n" + #"service "rack" { type = "Rack", args = { driving = { ref "engine" } } }"#)
        try container.supply(Bicycle(), for: "engine")
        #expect(try container.resolve("rack", as: Rack.self).driving.first is Bicycle)
        #expect(
            message { try container.supply("text", for: "engine") } == """
                container.lua:2: service "rack": argument "driving" at 1 expects Driving, got the service "engine", which is String
                    the application supplies String for service "engine", defined at container.lua:1
                """)
    }

    /// An object in the place of a parameter is judged like an instance in the place of a service.
    @Test(arguments: ["param \"ridden\"", "\"%ridden%\""])
    func objectForAParameterIsCheckedAgainstItsUses(value: String) throws {
        final class Tricycle: Driving { let wheels = 3 }
        let container = try wire(
            #"""
            parameters { ridden = ref "car" }
            service "engine" { type = "Engine", args = { "V" } }
            service "car" { type = "Car", args = { ref "engine" } }
            service "rack" { type = "Rack", args = { driving = { \#(value) } } }
            """#)
        #expect(
            message {
                try container.setParameter("ridden", to: Workshop(), file: "App.swift", line: 7)
            } == """
                container.lua:4: service "rack": argument "driving" at 1 expects Driving, got an object of type Workshop
                    parameter "ridden" is set at App.swift:7
                """)
        try container.setParameter("ridden", to: Tricycle())
        #expect(try container.resolve("rack", as: Rack.self).driving.first?.wheels == 3)
    }

    /// Nobody would stop it, and nobody would be told.
    @Test(arguments: ["describe", "halt"]) func anInstanceThatCannotBeStoppedIsRefused(method: String) throws {
        let container = try wire("service \"engine\" { synthetic = true, stop = \"\(method)\" }")
        let said = message { try container.supply(Engine(brand: "mine", cylinders: 2), for: "engine") }
        #expect(said.contains(method == "halt" ? "Engine has no method \"halt\"" : "describe"), "\(said)")
        #expect(message { try container.supply(42, for: "engine") }.contains("no method"))
        #expect(container.instances.isEmpty)
        let living = try Living(#"service "end" { synthetic = true }"#)
        try living.container.supply(42, for: "end")
        #expect(
            living.readable(message { try living.reload("service \"end\" { synthetic = true, stop = \"\(method)\" }") })
                .hasPrefix("container.lua:1: service \"end\": Int has no method \"\(method)\""))
        #expect(try living.container.resolve("end", as: Int.self) == 42)
    }

    @Test func objectDoesNotFitAHandle() throws {
        let container = try wire(
            #"""
            parameters { motor = lazy "engine" }
            service "engine" { type = "Engine", args = { "V" } }
            service "remote" { type = "Remote", args = { engine = param "motor" } }
            """#)
        let said = message { try container.setParameter("motor", to: Engine(brand: "mine", cylinders: 2)) }
        #expect(said.contains("argument \"engine\" expects LazyService<Engine>, got an object"), "\(said)")
    }

    /// Faults of other values are none of the instance.
    @Test func supplyReportsFaultsOfTheInstanceOnly() throws {
        let container = try wire(
            Self.untyped[0] + #" service "user" { type = "Settings", args = { host = "%env(HOST)%" } } "#
                + #"service "free" { factory = function(args) return args[1] end, args = { ref "engine" } }"#)
        try container.supply(42, for: "engine")
        #expect(try container.resolve("free", as: Int.self) == 42)
    }

    @Test func reloadThatDoesNotFitASuppliedInstanceIsRefused() throws {
        let living = try Living(#"service "end" { synthetic = true }"#)
        try living.container.supply(42, for: "end")
        let use = "\n" + #"service "start" { type = "Station", args = { name = "start", next = ref "end" } }"#
        let said = message { try living.reload(#"service "end" { synthetic = true }"# + use) }
        #expect(
            living.readable(said) == """
                container.lua:2: service "start": argument "next" expects Station, got the service "end", which is Int
                    the application supplies Int for service "end", defined at container.lua:1
                """)
        #expect(try living.container.resolve("end", as: Int.self) == 42)
    }
}
