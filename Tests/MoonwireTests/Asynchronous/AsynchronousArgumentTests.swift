import Moonwire
import TestSupport
import Testing

private struct Greeting: Sendable, Equatable {
    let text: String
}

/// Factories in Swift that take arguments and are asynchronous.
@Suite struct AsynchronousArgumentTests {
    private func wired(
        _ script: String = "", scope: ServiceScope = .transient, _ built: Counter = Counter()
    ) throws -> Container {
        try wire(script, types: Reports.types) { services in
            services.register(
                "greeting", arguments: "name", ExposedArgument("count", default: 1), scope: scope, file: "App", line: 7
            ) { (_, name: String, count: Int) in
                await Task.yield()
                built.add()
                return Greeting(text: "Hello \(name) \(count)")
            }
            services.register("letter", arguments: "owner") { (_, owner: Person) in
                await Task.yield()
                return Report(owner: owner, title: "To \(owner.name)", pages: 1)
            }
        }
    }

    @Test func resolveGivesArguments() async throws {
        let container = try wired()
        let one: Greeting = try await container.resolve("greeting", arguments: ["name": "Ann"])
        let two: Greeting = try await container.resolve("greeting", arguments: ["count": 2, "name": "Bob"])
        #expect([one.text, two.text] == ["Hello Ann 1", "Hello Bob 2"])
        let letter = try await container.resolve("letter", as: Report.self, arguments: ["owner": Person(name: "Ann")])
        #expect(letter.title == "To Ann" && letter.owner.name == "Ann")
    }

    @Test func scriptsGiveArguments() async throws {
        let container = try wired(
            """
            service "page" {
                type = "Binder", scope = "transient",
                args = { report = ref("letter", { owner = inline { type = "Person", args = { name = argument "name" } } }) },
            }
            """)
        let page = try await container.resolve("page", as: Binder.self, arguments: ["name": "Bob"])
        #expect(page.report.title == "To Bob")
    }

    @Test func equalArgumentsShareACachedInstance() async throws {
        let built = Counter()
        let container = try wired(scope: .cached(for: .seconds(60)), built)
        try await withThrowingTaskGroup(of: Greeting.self) { group in
            for number in 0..<16 {
                let name = number % 2 == 0 ? "Ann" : "Bob"
                group.addTask { try await container.resolve("greeting", arguments: ["name": name]) }
            }
            for try await greeting in group { #expect(["Hello Ann 1", "Hello Bob 1"].contains(greeting.text)) }
        }
        #expect(built.value == 2)
    }

    @Test func overridesAreAsynchronous() async throws {
        let container = try wired()
        let text = try await container.withOverrides {
            $0.override("greeting", arguments: "name") { (_, name: String) in
                await Task.yield()
                return Greeting(text: "Fake \(name)")
            }
        } operation: {
            try await container.resolve("greeting", as: Greeting.self, arguments: ["name": "Ann"]).text
        }
        #expect(text == "Fake Ann")
    }

    @Test func factoryCanBelongToTheMainActor() async throws {
        let container = try wire("") { services in
            services.register("greeting", arguments: "name") { @MainActor (_, name: String) async in
                MainActor.assertIsolated()
                return Greeting(text: name)
            }
        }
        #expect(try await container.resolve("greeting", as: Greeting.self, arguments: ["name": "Ann"]).text == "Ann")
    }

    @Test func wrongArgumentsAreErrorsOfTheResolve() async throws {
        let built = Counter()
        let container = try wired(scope: .transient, built)
        let misspelled = await message {
            try await container.resolve("greeting", as: Greeting.self, arguments: ["name": "Ann", "cuont": 2])
        }
        #expect(
            misspelled == """
                App:7: service "greeting" has no argument "cuont"
                    did you mean "count"?
                    it takes (name, count?)
                """)
        let mistyped = await message {
            try await container.resolve("greeting", as: Greeting.self, arguments: ["name": 3])
        }
        #expect(
            mistyped == """
                App:7: service "greeting": argument "name" expects a string, got Int
                """)
        #expect(
            message { _ = try container.resolve("greeting", as: Greeting.self, arguments: ["name": "Ann"]) } == """
                App:7: service "greeting" must be built asynchronously, because its factory is asynchronous
                    use `try await container.resolve("greeting", …)`
                """)
        #expect(built.value == 0)
    }
}
