import Moonwire
import TestSupport
import Testing

@Suite struct TaskContextTests {
    @Test func taskOutsideOfScopesHasTheGenerationAlone() throws {
        let living = try Living("scopes { \"session\" }")
        #expect("\(living.container.taskContext)" == "generation=1")
        try living.reload("scopes { \"session\", \"job\" }")
        let context = living.container.taskContext
        #expect(context.generation == 2 && context.scopes.isEmpty && context.metadata.isEmpty)
    }

    @Test func scopesAndTheirMetadataAreKnownInside() async throws {
        let living = try Living("scopes { \"session\", request = { within = \"session\" } }")
        let container = living.container
        try await container.withScope("session") {
            $0.metadata["user"] = "ada"
            $0.metadata["number"] = "1"
        } operation: {
            try await container.withScope("request") {
                $0.metadata["request"] = "a81f"
                $0.metadata["number"] = "2"
            } operation: {
                await Task.yield()
                #expect(
                    "\(container.taskContext)" == "generation=1 scope=request,session number=2 request=a81f user=ada")
                let inside = await Task { "\(container.taskContext)" }.value
                #expect(inside == "\(container.taskContext)")
                #expect(await Task.detached { "\(container.taskContext)" }.value == "generation=1")
            }
            #expect("\(container.taskContext)" == "generation=1 scope=session number=1 user=ada")
        }
        #expect("\(container.taskContext)" == "generation=1")
    }

    @Test func scopeKeepsItsGenerationInTheContext() throws {
        let living = try Living("scopes { \"request\" }")
        let container = living.container
        try container.withScope("request") {
            $0.metadata["request"] = "a81f"
        } operation: {
            try living.reload("scopes { \"request\", \"job\" }")
            #expect("\(container.taskContext)" == "generation=1 scope=request request=a81f")
        }
        #expect("\(container.taskContext)" == "generation=2")
    }

    @Test func factoryOfAScopeHasItsContext() throws {
        let seen = Collected<String>()
        let known = Collected<Container>()
        let living = try Living("scopes { \"request\" }") { services in
            services.register("work", scope: .named("request")) { _ in
                for container in known.elements { seen.append("\(container.taskContext)") }
                return 7
            }
        }
        known.append(living.container)
        let scope = try living.container.openScope("request") { $0.metadata["request"] = "a81f" }
        #expect(try scope.resolve("work", as: Int.self) == 7)
        #expect(seen.elements == ["generation=1 scope=request request=a81f"])
    }

    @Test func overridesAreNoScope() throws {
        let container = try Living("scopes { \"request\" }").container
        let child = try container.openOverrides { $0.setParameter("a", to: .integer(1), declaring: true) }
        try child.perform { #expect(container.taskContext.scopes.isEmpty) }
    }

    @Test func containerThatHasEndedHasNoGeneration() async throws {
        let container = try Living("scopes { \"request\" }").container
        await container.shutdownGracefully()
        #expect("\(container.taskContext)" == "generation=0")
    }

    @Test func contextIsKnownWhileTheContainerEnds() async throws {
        for _ in 0..<repetitions(50, debug: 10) {
            let container = try Living("scopes { \"request\" }").container
            let seen = Collected<Int>()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { for _ in 0..<50 { seen.append(container.taskContext.generation) } }
                }
                group.addTask { await container.shutdownGracefully() }
            }
            #expect(Set(seen.elements).isSubset(of: [0, 1]))
            #expect(container.taskContext.generation == 0)
        }
    }
}
