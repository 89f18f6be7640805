import MoonwireCore
import TestSupport
import Testing

/// What the compiler says of injecting into objects of the main actor.
@Suite(.timeLimit(.minutes(5))) struct MainActorOwnerTests {
    private final class Dashboard: MainActorOwner {
        @Injected var engine: Engine
    }

    @Test @MainActor func slotsAreFilled() throws {
        let dashboard = Dashboard()
        try Wiring(service("engine", "Engine", ["brand": "v8"])).container().inject(into: dashboard)
        #expect(dashboard.$engine.isFilled && dashboard.engine.brand == "v8")
    }

    @Test(arguments: [
        (
            "func fill(_ owner: Panel, _ container: Container) throws",
            "call to main actor-isolated instance method 'inject(into:)' in a synchronous nonisolated context"
        ),
        (
            "func fill(_ owner: Panel, _ container: Container) async throws",
            "main actor-isolated instance method 'inject(into:)' cannot be called from outside of the actor"
        ),
        ("@MainActor func fill(_ owner: Panel, _ container: Container) throws", nil),
    ])
    func theCompilerChecksTheActor(function: String, error: String?) throws {
        let errors = try Typecheck().errors(
            in: """
                import MoonwireCore
                final class Panel: MainActorOwner { @Injected var name: String? }
                \(function) {
                    try container.inject(into: owner)
                }
                """)
        #expect(errors.map { $0.hasPrefix("4: error: \(error ?? "-")") } == (error == nil ? [] : [true]), "\(errors)")
    }
}
