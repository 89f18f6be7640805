import Moonwire
import MoonwireSupport
import Testing

/// The definitions of Polymerase: construction, setters, calls, flags, and tags.
@Suite struct PolymeraseDefinitionTests {
    /// Writes down what is done to it.
    final class Machine: Exposed {
        var steps: [String]
        var speed = 0 { didSet { steps.append("speed \(speed)") } }
        var part: Part? { didSet { steps.append("part \(part?.name ?? "nil")") } }

        init(_ name: String, _ part: Part?) { steps = ["init \(name) \(part?.name ?? "nil")"] }

        func add(_ first: Part, _ second: Part, _ third: String) {
            steps.append("add \(first.name) \(second.name) \(third)")
        }

        func makePart(name: String) -> Part { Part(name: name) }

        static let exposure = Exposure(Machine.self) {
            Initializer { Machine("plain", nil) }
            Initializer("name", "part") { (name: String, part: Part) in Machine(name, part) }
            Property("speed", \.speed)
            Property("part", \.part)
            Property("steps", \.steps)
            Method("add", Machine.add, "first", "second", "third")
            Method("makePart", Machine.makePart, "name")
        }
    }

    private static let parts = """
        service "one" { type = "Part", args = { name = "one" } }
        service "two" { type = "Part", args = { name = "two" } }

        """

    private func wiring(_ script: String, register: (inout Registrations) throws -> Void = { _ in }) throws -> Container
    {
        try Container(
            text: Self.parts + script, types: [Part.self, Machine.self], environment: .test, register: register)
    }

    private func steps(_ definition: String) throws -> [String] {
        try wiring(#"service "machine" { type = "Machine", scope = "transient", \#(definition) }"#)
            .resolve("machine", as: Machine.self).steps
    }

    @Test("PM-15: a service is built by the initializer that has the given labels, or by the plain one")
    func initializers() throws {
        #expect(try steps("") == ["init plain nil"])
        #expect(try steps(#"args = { name = "big", part = ref "one" }"#) == ["init big one"])
    }

    @Test("PM-16: the services that arguments refer to are built first and passed") func references() throws {
        let container = try wiring(
            #"service "machine" { type = "Machine", scope = "transient", args = { name = "m", part = ref "two" } }"#)
        #expect(try container.resolve("machine", as: Machine.self).steps == ["init m two"])
        #expect(container.instances.map(\.id) == ["two"])
    }

    @Test("PM-17: a parameter whose value is a reference provides the service") func parameterThatIsAReference() throws
    {
        let container = try wiring(
            """
            parameters { part = ref "two" }
            service "machine" { type = "Machine", scope = "transient", args = { name = "m", part = "%part%" } }
            """)
        #expect(try container.resolve("machine", as: Machine.self).steps == ["init m two"])
    }

    @Test("PM-18: calls pass all their arguments, in order") func calls() throws {
        let call = #"call = { { "add", ref "one", ref "two", "third" }, { "add", ref "two", ref "one", "again" } }"#
        #expect(try steps(call) == ["init plain nil", "add one two third", "add two one again"])
    }

    @Test("PM-19: setters pass services") func setters() throws {
        #expect(try steps(#"set = { part = ref "two" }"#) == ["init plain nil", "part two"])
    }

    @Test("PM-20: a factory is a method of a service, both of which parameters may name") func factories() throws {
        let container = try wiring(
            """
            parameters { method = "makePart", machine = ref "machine" }
            service "machine" { type = "Machine", scope = "transient" }
            service "made" { factory = { ref "machine", "makePart" }, args = { name = "made" } }
            service "named" { factory = { "%machine%", "%method%" }, args = { name = "named" } }
            """)
        #expect(try container.resolve("made", as: Part.self).name == "made")
        #expect(try container.resolve("named", as: Part.self).name == "named")
    }

    @Test("PM-21: a service is constructed, then set, then called, then configured, each in written order") func order()
        throws
    {
        let definition = #"""
            configure = function(machine) machine.speed = 3 end,
            call = { { "add", ref "one", ref "two", "!" } },
            set = { { "part", ref "two" }, { "speed", 1 }, { "part", ref "one" } }
            """#
        #expect(
            try steps(definition)
                == ["init plain nil", "part two", "speed 1", "part one", "add one two !", "speed 3"])
    }

    @Test("PM-22: unknown types, labels, setters, and methods are faults, all at once") func unknownNames() {
        #expect(
            message {
                _ = try wiring(
                    """
                    service "a" { type = "Machin" }
                    service "b" { type = "Machine", scope = "transient", args = { nam = "x" } }
                    service "c" { type = "Machine", scope = "transient", set = { sped = 1 } }
                    service "d" { type = "Machine", scope = "transient", call = { { "ad", ref "one" } } }
                    service "e" { type = "Machine", scope = "transient", call = { { "add", ref "one" } } }
                    """)
            } == """
                container.lua:3: service "a": type "Machin" is not exposed
                    did you mean "Machine"?
                container.lua:4: service "b": Machine has no initializer that takes (nam)
                    did you mean "name"?
                    it has no arguments and (name, part)
                container.lua:5: service "c": Machine has no property "sped"
                    did you mean "speed"?
                container.lua:6: service "d": Machine has no method "ad"
                container.lua:7: service "e": Machine.add needs argument "second" (Part)
                    it takes (first, second, third)
                container.lua:7: service "e": Machine.add needs argument "third" (String)
                    it takes (first, second, third)
                """)
    }

    @Test("PM-23: a service is shared unless it says otherwise, and a function of a transient one runs for each build")
    func scopes() throws {
        let container = try wiring(
            #"service "new" { scope = "transient", factory = function() return Part { name = "new" } end }"#)
        #expect(try container.resolve("one", as: Part.self) === container.resolve("one", as: Part.self))
        #expect(try container.resolve("new", as: Part.self) !== container.resolve("new", as: Part.self))
    }

    @Test("PM-24: a synthetic service without its instance is an error, and the use of a deprecated one a warning")
    func flags() throws {
        let container = try wiring(
            """
            service "window" { type = "Part", synthetic = true }
            service "old" { type = "Part", deprecated = "Use one." }
            service "machine" { type = "Machine", scope = "transient", args = { name = "m", part = ref "old" } }
            """)
        #expect(
            message { _ = try container.resolve("window", as: Part.self) } == """
                container.lua:3: service "window" is synthetic, and the application has not supplied it
                    call `container.supply(…, for: "window")` before it is needed
                """)
        try container.supply(Part(name: "main"), for: "window")
        #expect(try container.resolve("window", as: Part.self).name == "main")
        #expect(
            remarks(of: container) == """
                container.lua:5: warning: service "machine": argument "part" refers to "old", which is deprecated: Use one.
                """)
    }

    @Test("PM-25: tagged services are found with the attributes of their tags") func tags() throws {
        let attributes = Lock<[String: [String: PlainValue]]>([:])
        let container = try wiring(
            """
            service "red"  { type = "Part", args = { name = "red" }, tags = { { "color", code = 1 } } }
            service "blue" { type = "Part", args = { name = "blue" }, tags = { { "color", code = 2, priority = 5 } } }
            """
        ) {
            $0.addPass("colors") { definitions, _ in
                for definition in definitions where definition.tags.contains("color") {
                    attributes.withLock { $0[definition.id] = definition.tagAttributes["color"] }
                }
            }
        }
        #expect(try container.tagged("color", as: Part.self).map(\.name) == ["blue", "red"])
        #expect(attributes.withLock { $0["red"]?["code"] } == 1)
        #expect(attributes.withLock { $0["blue"]?["code"] } == 2)
    }

    @Test("PM-56: a service that is not shared is built anew each time, as the script says") func notShared() throws {
        let container = try wiring(#"service "machine" { type = "Machine", scope = "transient" }"#)
        #expect(try container.resolve("machine", as: Machine.self) !== container.resolve("machine", as: Machine.self))
    }

    @Test("PM-58: setters have the names of properties") func names() throws {
        #expect(try steps("set = { speed = 4 }") == ["init plain nil", "speed 4"])
    }
}
