import Moonwire
import Testing

/// Services that are registered in Swift, with types that are not exposed, as arguments: what cannot fit does not load.
@Suite struct RegisteredTypeTests {
    private static let sinks: [any Exposed.Type] = [
        Sink<Queue>.self, Sink<Queue?>.self, Sink<[Queue]>.self, Sink<[String: Queue]>.self,
        Sink<LazyService<Queue>>.self,
        Sink<FastQueue>.self, Sink<Shelf>.self, Sink<Ticket>.self, Sink<[Ticket]>.self,
        Sink<ServiceProvider<Ticket>>.self,
        Sink<Smtp>.self, Sink<Vault>.self, Sink<Sender>.self, Sink<Express?>.self, Sink<SharedQueue>.self,
        Sink<any Mailing>.self, Sink<any Sendable>.self, Sink<any AnyObject & Sendable>.self,
        PlainSink<Int>.self, PlainSink<String>.self, PlainSink<[Int]>.self, PlainSink<PlainValue>.self,
        PlainSink<Stamp>.self,
    ]
    private static let ids = [
        "queue", "fast", "as base", "shelf", "ticket", "other ticket", "any", "shared", "sender base",
    ]

    private static func container(_ sink: any Exposed.Type, _ value: String) throws -> Container {
        let script = #"service "sink" { type = "\#(sink.exposure.description.name)", args = { x = \#(value) } }"#
        return try wire(script, types: Post.services + [SharedQueue.self, sink]) { services in
            services.register("queue") { _ in Queue() }
            services.register("fast") { _ in FastQueue() }
            services.register("as base", as: Queue.self) { _ in FastQueue() }
            services.register("shelf") { _ in Shelf() }
            services.register("ticket") { _ in Ticket() }
            services.register("other ticket") { _ in Other.Ticket() }
            services.register("any", as: (any Sendable).self) { _ in Ticket() }
            services.register("shared", as: Queue.self) { _ in SharedQueue() }
            services.register("sender base", as: (any Mailing).self) { _ in Express() }
        }
    }

    private static func resolves(_ container: Container) -> Bool {
        do {
            let made = try container.resolve("sink", as: (any Sendable).self)
            switch Mirror(reflecting: made).children.first?.value {
            case let handle as LazyService<Queue>: _ = try handle()
            case let handle as ServiceProvider<Ticket>: _ = try handle()
            default: break
            }
            return true
        } catch { return false }
    }

    private static func values(_ id: String) -> [String] {
        [#"ref "\#(id)""#, #"lazy "\#(id)""#, #"provider "\#(id)""#, #"{ ref "\#(id)" }"#, #"{ one = ref "\#(id)" }"#]
    }

    /// Whatever is refused could not have been resolved.
    @Test(arguments: sinks.indices) func registeredServiceThatFailsTheLoadCannotBeResolved(index: Int) {
        for value in Self.ids.flatMap(Self.values) {
            do { _ = try Self.container(Self.sinks[index], value) } catch {
                // The same service without a known type.
                let hidden = value.replacing("\"", with: "\"hidden ", maxReplacements: 1)
                let late = try? wire(
                    """
                    service "sink" { type = "\(Self.sinks[index].exposure.description.name)", args = { x = \(hidden) } }
                    """, types: Post.services + [SharedQueue.self, Self.sinks[index]]
                ) { services in
                    services.register("hidden queue", as: (any Sendable).self) { _ in Queue() }
                    services.register("hidden fast", as: (any Sendable).self) { _ in FastQueue() }
                    services.register("hidden as base", as: (any Sendable).self) { _ in FastQueue() }
                    services.register("hidden shelf", as: (any Sendable).self) { _ in Shelf() }
                    services.register("hidden ticket", as: (any Sendable).self) { _ in Ticket() }
                    services.register("hidden other ticket", as: (any Sendable).self) { _ in Other.Ticket() }
                    services.register("hidden any", as: (any Sendable).self) { _ in Ticket() }
                    services.register("hidden shared", as: (any Sendable).self) { _ in SharedQueue() }
                    services.register("hidden sender base", as: (any Sendable).self) { _ in Express() }
                }
                if let late { #expect(!Self.resolves(late), "\(Self.sinks[index]) = \(value)") }
            }
        }
    }

    /// What is in an `AnyHashable` is known once there is one.
    @Test func contentOfAnAnyHashableIsNotChecked() throws {
        struct Label: Hashable, Sendable { let text: String }
        let container = try wire(
            #"service "sink" { type = "Sink<Label>", args = { x = ref "label" } }"#, types: [Sink<Label>.self]
        ) { $0.register("label", as: AnyHashable.self) { _ in AnyHashable(Label(text: "x")) } }
        #expect(try container.resolve("sink", as: Sink<Label>.self).value == Label(text: "x"))
    }

    /// What loads resolves where the type says all that there is to know.
    @Test(arguments: ["queue", "fast", "shelf", "ticket", "other ticket"])
    func registeredServiceThatPassesTheLoadCanBeResolved(id: String) {
        // Whether a class conforms or is a subclass, and what handles of unexposed types take, only an instance tells.
        let unknown: [any Exposed.Type] = [
            Sink<any Mailing>.self, Sink<FastQueue>.self, Sink<SharedQueue>.self, Sink<LazyService<Queue>>.self,
            Sink<ServiceProvider<Ticket>>.self,
        ]
        for sink in Self.sinks where !unknown.contains(where: { $0 == sink }) {
            for value in Self.values(id) {
                guard let container = try? Self.container(sink, value) else { continue }
                #expect(Self.resolves(container), "\(sink) = \(value)")
            }
        }
    }

    @Test(arguments: [
        (Sink<Smtp>.self as any Exposed.Type, #"ref "queue""#, #"Smtp, got the service "queue", which is Queue"#),
        (Sink<Vault>.self, #"ref "ticket""#, #"Vault, got the service "ticket", which is Ticket"#),
        (Sink<Shelf>.self, #"ref "queue""#, #"Shelf, got the service "queue", which is Queue"#),
        (Sink<[Ticket]>.self, #"{ ref "shelf" }"#, #"Ticket, got the service "shelf", which is Shelf"#),
        (
            Sink<LazyService<Queue>>.self, #"lazy "ticket""#,
            #"LazyService<Queue>, got `lazy "ticket"`, which is Ticket"#
        ),
        (
            Sink<Ticket>.self, #"ref "other ticket""#,
            #"MoonwireTests.Ticket, got the service "other ticket", which is MoonwireTests.Other.Ticket"#
        ),
        (PlainSink<Int>.self, #"ref "queue""#, #"an integer, got the service "queue", which is Queue"#),
        (PlainSink<Stamp>.self, #"ref "ticket""#, #"plain data, got the service "ticket", which is Ticket"#),
    ])
    func registeredServiceThatDoesNotFitIsAFault(_ sink: any Exposed.Type, _ value: String, _ said: String) {
        #expect(message { _ = try Self.container(sink, value) }.contains("expects \(said)"))
    }

    /// An instance may be of a subclass.
    @Test func registeredBaseClassMayFitASubclass() throws {
        for (sink, id) in [(Sink<FastQueue>.self as any Exposed.Type, "as base"), (Sink<SharedQueue>.self, "shared")] {
            #expect(Self.resolves(try Self.container(sink, "ref \"\(id)\"")))
        }
    }
}

private class Queue: @unchecked Sendable {}  // Has no state.
private final class FastQueue: Queue, @unchecked Sendable {}  // Has no state.
private final class Shelf: Sendable {}
private struct Ticket: Sendable {}
private enum Other { struct Ticket: Sendable {} }

/// The exposed subclass of a class that is not.
private final class SharedQueue: Queue, Exposed, @unchecked Sendable {  // Has no state.
    static let exposure = Exposure(SharedQueue.self) { Initializer { SharedQueue() } }
}
