import MoonwireCore
import TestSupport
import Testing

/// What the compiler says of a program that does not write the type of a service.
@Suite(.timeLimit(.minutes(5))) struct UntypedResolveTests {
    @Test(
        arguments: ["Container", "ServiceResolver"],
        [
            (
                "try services.resolve(\"engine\")",
                "'resolve' is unavailable: write the type of the service, as in resolve(\"engine\", as: Engine.self)"
            ),
            (
                "try services.tagged(\"startup\")",
                "'tagged' is unavailable: write the type of the services, as in tagged(\"startup\", as: Task.self)"
            ),
            (
                "try services.resolve(\"engine\", String.self)",
                "'resolve' is unavailable: write `as:` before the type, as in resolve(\"engine\", as: Engine.self)"
            ),
        ])
    func resolveWithoutATypeIsACompilerError(_ type: String, _ call: (text: String, message: String)) throws {
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ services: \(type)) throws {
                    let found = \(call.text)
                    print(found)
                }
                """) == ["3: error: \(call.message)"])
    }

    /// With neither an id nor a type.
    @Test func resolveWithoutIDAndTypeIsACompilerError() throws {
        let unavailable = "'resolve()' is unavailable: write the type of the service, as in resolve(Engine.self)"
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ container: Container) throws {
                    _ = try container.resolve()
                }
                """) == ["3: error: \(unavailable)"])
    }

    @Test func preferenceWithoutATypeIsACompilerError() throws {
        let unavailable =
            "'get' is unavailable: write the type of the value, as in get(\"Settings.volume\", as: Int.self)"
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ preferences: Preferences) throws {
                    let volume = try preferences.get("Settings.volume")
                    let typed: Int = try preferences.get("Settings.volume")
                    print(volume, typed)
                }
                """) == ["3: error: \(unavailable)"])
    }

    @Test func resolveWithATypeCompiles() throws {
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ container: Container, _ resolver: ServiceResolver) throws {
                    let first: String = try container.resolve("engine")
                    let second = try container.resolve("engine", as: String.self)
                    let byType: String = try container.resolve()
                    let third: String = try resolver.resolve("engine")
                    let fourth = try resolver.tagged("startup", as: String.self)
                    print(first, second, byType, third, fourth)
                }
                """) == [])
    }

    private func errors(_ program: String) throws -> [String] {
        try Typecheck().errors(in: program).filter { $0.contains("error: ") }
    }
}
