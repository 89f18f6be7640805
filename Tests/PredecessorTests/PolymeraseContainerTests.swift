import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// The container of Polymerase: ids, aliases, instances.
@Suite struct PolymeraseContainerTests {
    struct Failure: Error {}

    private func wiring(_ script: String, register: (inout Registrations) throws -> Void = { _ in }) throws -> Container
    {
        try Container(text: script, types: [Part.self], environment: .test, register: register)
    }

    private func part(_ id: String, in container: Container) throws -> Part { try container.resolve(id, as: Part.self) }

    @Test("PM-1: each resolve of an id returns the same object, and the container knows that it exists")
    func sameObject() throws {
        let container = try wiring(#"service "one" { type = "Part" }"#)
        #expect(container.instances.isEmpty)
        let first = try part("one", in: container)
        #expect(try part("one", in: container) === first)
        #expect(container.instances.map(\.id) == ["one"])
    }

    @Test("PM-4: an alias resolves to its target, however it is written") func aliases() throws {
        let container = try wiring(
            """
            service "one" { type = "Part" }
            alias "two" "one"
            alias "three" (ref.two)
            """)
        let one = try part("one", in: container)
        #expect(try part("two", in: container) === one)
        #expect(try part("three", in: container) === one)
        #expect(!container.contains("four"))
    }

    @Test("PM-5: an alias of something else, or of itself, is a fault") func invalidAliases() {
        #expect(
            message { _ = try wiring(#"alias "one" (3)"#) } == """
                container.lua:1: alias "one" expects the id of a service or `ref "id"`, got the integer 3
                """)
        #expect(
            message { _ = try wiring(#"alias "one" "one""#) } == """
                container.lua:1: alias "one" refers to itself: one -> one
                """)
    }

    @Test("PM-6: aliases of each other are a fault with the whole chain") func aliasCycle() {
        #expect(
            message {
                _ = try wiring(
                    """
                    alias "one" "two"
                    alias "two" "one"
                    """)
            } == #"container.lua:1: alias "one" refers to itself: one -> two -> one"#)
    }

    @Test("PM-7: the ids are those of all services, each once, whether they are built or not") func ids() throws {
        let container = try wiring(
            """
            service "one" { type = "Part" }
            service "two" { type = "Part" }
            alias "three" "two"
            """)
        _ = try part("one", in: container)
        #expect(container.ids.sorted() == ["one", "three", "two"])
    }

    @Test("PM-8: a supplied instance is returned before the one of its definition") func suppliedInstance() throws {
        let container = try wiring(#"service "one" { type = "Part" }"#)
        let own = Part(name: "own")
        try container.supply(own, for: "one")
        #expect(try part("one", in: container) === own)
    }

    @Test("PM-9: an unknown id is an error with the nearest names") func unknownID() throws {
        let container = try wiring(#"service "database" { type = "Part" }"#)
        #expect(
            message { _ = try part("databse", in: container) } == """
                service "databse" is not defined
                    did you mean "database"?
                """)
    }

    @Test("PM-10: services that need each other are a fault with the whole circle") func serviceCycle() {
        final class Pair: Exposed, Sendable {
            let other: Pair

            init(other: Pair) { self.other = other }

            static let exposure = Exposure(Pair.self) { Initializer("other", body: Pair.init) }
        }
        #expect(
            message {
                _ = try Container(
                    text: """
                        service "one" { type = "Pair", args = { other = ref "two" } }
                        service "two" { type = "Pair", args = { other = ref "one" } }
                        """, types: [Pair.self], environment: .test)
            } == """
                container.lua:1: service "one" depends on itself: one -> two -> one
                    `lazy` or `provider` instead of `ref` breaks a cycle
                """)
    }

    @Test("PM-11: a target that fails is built once for a resolve of its alias") func failingTarget() throws {
        let builds = Lock(0)
        let container = try wiring(#"alias "alias" "target""#) {
            $0.register("target") { _ -> Part in
                builds.withLock { $0 += 1 }
                throw Failure()
            }
        }
        #expect(throws: ContainerError.self) { _ = try part("alias", in: container) }
        #expect(builds.withLock { $0 } == 1)
    }

    @Test("PM-12: the last definition of an id counts, whether it is an alias or a service") func lastDefinition()
        throws
    {
        let container = try wiring(
            """
            service "one" { type = "Part", args = { name = "one" } }
            service "two" { type = "Part", args = { name = "two" } }
            alias "two" "one"
            """)
        #expect(try part("two", in: container).name == "one")
        #expect(
            remarks(of: container) == """
                container.lua:3: warning: service "two" is defined again; this replaces the definition at container.lua:2
                """)
    }

    @Test("PM-13: reset forgets the instances and keeps the definitions") func reset() throws {
        let container = try wiring(
            """
            service "one" { type = "Part" }
            service "two" { type = "Part" }
            """)
        let (one, two) = (try part("one", in: container), try part("two", in: container))
        try container.reset("one")
        #expect(try part("one", in: container) !== one)
        #expect(try part("two", in: container) === two)
        try container.reset(scope: .shared)
        #expect(container.instances.isEmpty)
        #expect(try part("two", in: container) !== two)
    }

    @Test("PM-14: ids are case-sensitive for all questions, and suggestions are not") func letterCase() throws {
        let container = try wiring(#"service "Mailer" { type = "Part" }"#)
        #expect(container.contains("Mailer") && !container.contains("mailer"))
        #expect(container.location(of: "mailer") == nil)
        #expect(
            message { _ = try part("mailer", in: container) } == """
                service "mailer" is not defined
                    did you mean "Mailer"?
                """)
    }
}
