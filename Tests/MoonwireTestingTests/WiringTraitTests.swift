import Moonwire
import MoonwireCore
import MoonwireSupport
import MoonwireTesting
import TestSupport
import Testing

/// The containers that tests had, which are kept so that no two of them have the same address.
private final class SeenContainers: Sendable {
    private let containers = Lock<[Container]>([])

    /// Adds a container, which must be a new one, and the only one that was created since the last call.
    func add(_ container: Container) {
        containers.withLock { seen in
            #expect(!seen.contains { $0 === container })
            seen.append(container)
            #expect(seen.count == createdForSuite.load(ordering: .relaxed))
        }
    }
}

private let seen = SeenContainers()
private let createdForSuite = Atomic<Int>(0)
private let replaced = Atomic<Int>(0)

/// Counts an evaluation of a script.
private func counted(_ count: borrowing Atomic<Int>, _ text: String) -> String {
    count.wrappingAdd(1, ordering: .relaxed)
    return text
}

/// The trait of a suite applies to each test case in it.
@Suite(.serialized, .wiring(text: counted(createdForSuite, #"parameters { owner = "suite" }"#)))
struct WiredSuiteTests {
    @Test(arguments: 1...3) func eachArgumentHasAContainer(_ number: Int) throws {
        seen.add(try Test.container)
        #expect(try Test.container.parameter("owner", as: String.self) == "suite")
    }

    @Test func eachTestHasAContainer() throws {
        seen.add(try Test.container)
    }

    @Suite struct Inside {
        @Test func suitesInsideHaveTheTraitToo() throws {
            seen.add(try Test.container)
            #expect(try Test.container.parameter("owner", as: String.self) == "suite")
        }
    }
}

/// The trait of a test replaces that of its suite, whose container is not even created.
@Suite(.serialized, .wiring(text: counted(replaced, #"parameters { owner = "suite" }"#)))
struct ReplacedWiringTests {
    @Test(.wiring(text: #"parameters { owner = "test" }"#)) func theLastTraitApplies() throws {
        #expect(try Test.container.parameter("owner", as: String.self) == "test")
        #expect(replaced.load(ordering: .relaxed) == 0)
    }

    @Suite(.wiring(text: #"parameters { owner = "inner suite" }"#)) struct Inside {
        @Test func theTraitOfTheInnerSuiteApplies() throws {
            #expect(try Test.container.parameter("owner", as: String.self) == "inner suite")
            #expect(replaced.load(ordering: .relaxed) == 0)
        }
    }
}

/// What the trait passes to the container, and what the test receives.
@Suite struct WiringTraitTests {
    @Test(
        .wiring(
            text: """
                parameters { environment = "none", port = env.int "PORT" }
                when("test", function() parameters { environment = "test" } end)
                service "horn" { type = "Horn" }
                """, named: "horn.lua", types: [Horn.self],
            variables: EnvironmentVariables { ["PORT": "8080"][$0] }
        ) { services in
            services.setParameter("extra", to: 1)
        }
    ) func theTraitTakesWhatContainersTake() throws {
        let container = try Test.container
        #expect(try container.parameter("environment", as: String.self) == "test")
        #expect(try container.parameter("port", as: Int.self) == 8080)
        #expect(try container.parameter("extra", as: Int.self) == 1)
        #expect(try container.resolve(Horn.self) === container.resolve("horn", as: Horn.self))
    }

    @Test(.wiring(text: "", exposures: [Exposure(Plain.self) { Initializer { Plain() } }], environment: "dev"))
    func theTraitTakesExposuresAndAnEnvironment() throws {
        let manifest = String(decoding: try Test.container.types.manifest(), as: UTF8.self)
        #expect(manifest.contains("Plain"))
    }

    @Test(.wiring(try Container(text: "parameters { city = \"Coventry\" }", environment: .dev)))
    func anExpressionCreatesTheContainer() throws {
        #expect(try Test.container.parameter("city", as: String.self) == "Coventry")
    }

    private static let folder = ScratchFolder()

    private static func script(_ name: String, _ text: String) -> String {
        folder.write(text, to: name)
        return folder.path(name)
    }

    @Test(
        .wiring(
            script("container.lua", "parameters { brand = \"INGENIUM\", city = \"Coventry\" }"),
            script("test.lua", "parameters { brand = \"TEST\" }")))
    func laterFilesOverrideEarlierOnes() throws {
        #expect(try Test.container.parameter("brand", as: String.self) == "TEST")
        #expect(try Test.container.parameter("city", as: String.self) == "Coventry")
    }

    @Test(.wiring(text: "service \"horn\" { type = \"Horn\" }", types: [Horn.self]))
    func theContainerFillsSlotsAlsoInChildTasks() async throws {
        let horn = try await Test.container.resolve(Horn.self)
        #expect(Dashboard().horn === horn)
        async let inChild = Dashboard().horn
        #expect(await inChild === horn)
        #expect(await Task { Dashboard().horn }.value === horn)
        let isMissing = await Task.detached { Container.current == nil }.value
        #expect(isMissing)
    }

    @Test(.wiring(text: "")) func anotherContainerCanBeTheCurrentOne() throws {
        let other = try Container(text: "", environment: .test)
        #expect(try withContainer(other) { try Test.container } === other)
        #expect(try Test.container !== other)
    }

    @Test func aTestWithoutTheTraitHasNoContainer() {
        let error = #expect(throws: ContainerError.self) { try Test.container }
        #expect(
            error.map { "\($0)" } == """
                this task has no container
                    give the test or its suite a trait: `@Test(.wiring("container.lua", types: Exposures.all))`
                    `Task.detached` does not inherit the container of the test
                """)
        #expect(error?.code == Diagnostic.Code("no-container"))
    }
}

/// What the trait reports, and what it does at the end of a test case.
@Suite struct WiringTraitEndTests {
    private let horn = #"service "horn" { type = "Horn", stop = "mute" }"#

    /// Runs a test case with the trait, in the place of the running one.
    private func run(_ trait: WiringTrait, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }

    @Test func aWiringThatDoesNotLoadIsAnIssueOfTheTest() async throws {
        let bodies = Atomic<Int>(0)
        let line = #line - 2
        let issues = try await recordedIssues {
            try await run(
                .wiring(text: "\nservice \"horn\" { tpye = \"Horn\" }", named: "horn.lua", types: [Horn.self])
            ) {
                bodies.wrappingAdd(1, ordering: .relaxed)
            }
        }
        #expect(bodies.load(ordering: .relaxed) == 0)
        let issue = try #require(issues.count == 1 ? issues.first : nil)
        #expect(
            issue.error.map { "\($0)" } == """
                horn.lua:2: service "horn": there is no key "tpye"
                    did you mean "type"?
                """)
        #expect(issue.comments == ["the container of the test cannot be created, so the test did not run"])
        #expect(issue.sourceLocation?.line == line)
        #expect(issue.sourceLocation?.fileID == #fileID)
    }

    @Test func aScriptThatDoesNotExistIsNamedAsItWasGiven() async throws {
        let issues = try await recordedIssues { try await run(.wiring("nowhere/container.lua")) {} }
        let message = issues.first?.error.map { "\($0)" }
        #expect(message?.hasPrefix("script \"nowhere/container.lua\" does not exist\n") == true)
    }

    @Test func theContainerIsShutDownAfterTheTest() async throws {
        let container = Lock<Container?>(nil)
        let mutes = Horn.mutes.load(ordering: .relaxed)
        try await run(.wiring(text: horn, types: [Horn.self])) {
            _ = try await Test.container.resolve(Horn.self)
            container.withLock { $0 = Container.current }
        }
        #expect(Horn.mutes.load(ordering: .relaxed) == mutes + 1)
        let ended = try #require(container.withLock { $0 })
        #expect(throws: ContainerError.self) { try ended.resolve(Horn.self) }
    }

    @Test func theContainerIsShutDownAfterAnError() async throws {
        struct Failed: Error {}
        let container = Lock<Container?>(nil)
        await #expect(throws: Failed.self) {
            try await run(.wiring(text: "")) {
                container.withLock { $0 = Container.current }
                throw Failed()
            }
        }
        #expect(try #require(container.withLock { $0 }).hasEnded)
    }

    @Test func whatCannotBeStoppedIsAnIssueOfTheTest() async throws {
        let line = #line - 1
        let issues = try await recordedIssues {
            try await run(.wiring(text: #"service "horn" { type = "Horn", stop = "jam" }"#, types: [Horn.self])) {
                _ = try await Test.container.resolve(Horn.self)
            }
        }
        #expect(
            issues.map { $0.comments.map(\.rawValue) } == [
                [
                    """
                    the container of the test could not be shut down completely:
                        container.lua:1: warning: service "horn" could not be stopped: Jammed()
                    """
                ]
            ])
        #expect(issues.first?.sourceLocation?.line == line)
    }

    @Test func aTestThatEndsItsContainerReceivesTheFaults() async throws {
        let faults = Lock<[Diagnostic]>([])
        try await run(.wiring(text: #"service "horn" { type = "Horn", stop = "jam" }"#, types: [Horn.self])) {
            _ = try await Test.container.resolve(Horn.self)
            let found = try await Test.container.shutdownGracefully()
            faults.withLock { $0 = found }
        }
        #expect(faults.withLock { $0.count } == 1)
    }
}

private struct Plain: Sendable {}

private final class Horn: Exposed, Sendable {
    struct Jammed: Error {}

    /// The number of horns that were muted, in all tests.
    static let mutes = Atomic<Int>(0)

    static let exposure = Exposure(Horn.self) {
        Initializer { Horn() }
        Method("mute") { (_: Horn) in _ = mutes.wrappingAdd(1, ordering: .relaxed) }
        Method("jam") { (_: Horn) throws in throw Jammed() }
    }
}

private final class Dashboard {
    @Injected var horn: Horn
}

/// The container of the process is for programs.
@Suite struct BootstrappedTestTests {
    @Test func containerOfTheProcessIsNotThatOfATest() async throws {
        await #expect(processExitsWith: .success) {
            try Container.bootstrap(try Container(text: "", environment: .test))
            precondition(Container.current != nil)
            precondition((try? Test.container) == nil)
        }
    }
}
