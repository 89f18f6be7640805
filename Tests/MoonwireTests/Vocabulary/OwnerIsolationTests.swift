import Dispatch
import Moonwire
import TestSupport
import Testing

/// Owners with a stated global actor: `inject(into:)` fills their slots only there.
@Suite(.timeLimit(.minutes(5))) struct OwnerIsolationTests {
    @globalActor private actor Dispatcher {
        static let shared = Dispatcher()
    }

    private actor Visitor {
        func inject(_ container: Container, into owner: Panel) throws { try container.inject(into: owner) }
    }

    @MainActor private class Panel: Exposed {
        @Injected var engine: Engine

        nonisolated class var exposure: Exposure { Exposure(Panel.self) { ActorIsolation(MainActor.self) } }
    }

    @MainActor private final class SportPanel: Panel {
        @Injected var other: Engine

        nonisolated override class var exposure: Exposure { Exposure(SportPanel.self) {} }
    }

    @Dispatcher private final class Desk {
        @Injected var engine: Engine

        nonisolated init() {}
    }

    /// States nothing.
    @MainActor private final class Wall {
        @Injected var engine: Engine
    }

    private func container(register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try Container(
            text: #"service "engine" { type = "Engine", args = { "V8" } }"#,
            types: [Engine.self, Panel.self, SportPanel.self], environment: .dev, register: register)
    }

    /// The compiler knows no actor of its caller.
    private func injectFromAnywhere<Owner: AnyObject>(_ container: Container, into owner: Owner) throws {
        try container.inject(into: owner)
    }

    private static let refusal = """
        Panel is isolated to MainActor: its slots can be filled only there
            call it there: `try await container.inject(into: …, isolation: MainActor.shared)`
        """

    @MainActor @Test func theActorItselfFillsTheSlots() throws {
        let panel = Panel()
        try container().inject(into: panel)
        #expect(panel.engine.brand == "V8")
    }

    @MainActor @Test func codeThatTheActorCallsFillsTheSlots() throws {
        let panel = SportPanel()
        try injectFromAnywhere(container(), into: panel)
        #expect(panel.other === panel.engine)
    }

    @MainActor @Test func theQueueOfTheActorIsRecognized() async throws {
        let container = try container()
        let panel = Panel()
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                continuation.resume(returning: Result { try injectFromAnywhere(container, into: panel) })
            }
        }
        try result.get()
        #expect(panel.engine.brand == "V8")
    }

    @MainActor @Test func aCallerCanGoToTheActor() async throws {
        let container = try container()
        let panel = Panel()
        try await Task.detached { try await container.inject(into: panel, isolation: MainActor.shared) }.value
        #expect(panel.engine.brand == "V8")
    }

    @MainActor @Test func codeElsewhereIsRefused() async throws {
        let container = try container()
        let panel = Panel()
        let detached = await Task.detached { message { try container.inject(into: panel) } }.value
        #expect(detached == Self.refusal)
        let indirect = await Task.detached { message { try injectFromAnywhere(container, into: panel) } }.value
        #expect(indirect == Self.refusal)
        let other = await #expect(throws: ContainerError.self) { try await Visitor().inject(container, into: panel) }
        #expect(other.map { "\($0)" } == Self.refusal)
        #expect(try container.slots(of: panel).allSatisfy { !$0.isFilled })
    }

    @MainActor @Test func slotsAreListedAndEmptiedOnlyThere() async throws {
        let container = try container()
        let panel = Panel()
        try container.inject(into: panel)
        let (listed, emptied) = await Task.detached {
            (message { _ = try container.slots(of: panel) }, message { try container.resetSlots(of: panel) })
        }.value
        #expect(
            listed == """
                Panel is isolated to MainActor: its slots can be listed only there
                    mark the function that calls `slots(of:)` with `@MainActor`
                """)
        #expect(
            emptied == """
                Panel is isolated to MainActor: its slots can be emptied only there
                    call it there: `try await container.resetSlots(of: …, isolation: MainActor.shared)`
                """)
        #expect(try container.slots(of: panel).allSatisfy(\.isFilled))
        try await Task.detached { try await container.resetSlots(of: panel, isolation: MainActor.shared) }.value
        #expect(try container.slots(of: panel).allSatisfy { !$0.isFilled })
    }

    @MainActor @Test func subclassesHaveTheActorOfTheirBaseClass() async throws {
        let container = try container()
        let panel = SportPanel()
        let said = await Task.detached { message { try container.inject(into: panel) } }.value
        #expect(said == Self.refusal.replacing("Panel", with: "SportPanel"))
    }

    @Test func anyGlobalActorCanBeRegistered() async throws {
        let container = try container { $0.registerOwner(Desk.self, isolation: Dispatcher.self) }
        let desk = Desk()
        let elsewhere = await MainActor.run { message { try container.inject(into: desk) } }
        #expect(
            elsewhere == """
                Desk is isolated to Dispatcher: its slots can be filled only there
                    call it there: `try await container.inject(into: …, isolation: Dispatcher.shared)`
                """)
        let brand = try await Task { @Dispatcher in
            try container.inject(into: desk)
            return desk.engine.brand
        }.value
        #expect(brand == "V8")
    }

    @MainActor @Test func nothingIsComparedWithoutAStatement() async throws {
        let container = try container()
        let wall = Wall()
        try await Task.detached { try container.inject(into: wall) }.value
        #expect(wall.engine.brand == "V8")
    }

    private final class Twice: Exposed, Sendable {
        static let exposure = Exposure(Twice.self) {
            ActorIsolation(MainActor.self)
            ActorIsolation(Dispatcher.self)
        }
    }

    private final class Disputed {
        @Injected var engine: Engine
    }

    private actor Machine: Exposed {
        @Injected var engine: Engine

        static let exposure = Exposure(Machine.self) { ActorIsolation(MainActor.self) }
    }

    private struct Value: Exposed {
        static let exposure = Exposure(Value.self) { ActorIsolation(MainActor.self) }
    }

    @Test func wrongStatementsAreFaults() {
        #expect(
            message { _ = try Container(text: "", types: [Twice.self], environment: .dev) }
                == "Twice cannot be isolated to Dispatcher: it is isolated to MainActor")
        #expect(
            message { _ = try Container(text: "", types: [Machine.self], environment: .dev) }
                == "Machine cannot be isolated to a global actor: it is not a class")
        #expect(
            message {
                _ = try container {
                    $0.registerOwner(Disputed.self, isolation: MainActor.self)
                    $0.registerOwner(Disputed.self, isolation: Dispatcher.self)
                }
            } == "Disputed cannot be isolated to Dispatcher: it is isolated to MainActor")
        #expect(
            message { _ = try Container(text: "", types: [Value.self], environment: .dev) }
                == "Value cannot be isolated to a global actor: it is not a class")
    }
}
