import Foundation
import Moonwire
import MoonwireTesting
import Testing

@testable import RelayParts

/// The wiring of the example in the scenarios of scenarios.lua, without a server.
@Suite(.timeLimit(.minutes(5))) struct ScenarioTests {
    private static let folder = Folder()
    private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "scenarios.lua")
        .path

    /// A container with data of its own.
    private static func container() throws -> Container {
        try Relay.container(
            scripts: [Relay.script, scenarios], data: "\(folder.data)/\(UUID().uuidString)", environment: .test,
            variables: EnvironmentVariables { Folder.variables[$0] }, log: Lines().log)
    }

    @Test(.wiring(try container(), scenario: "two requests"))
    func requestsShareAllButWhatIsTheirs() async throws {
        let gateway = try await Test.container.resolve(.gateway)
        for path in ["/nowhere", "/hooks/order"] {
            let answer = await gateway.answer(Request(method: "POST", path: path))
            #expect(answer.status == 404)
        }
    }

    /// What a courier needs besides targets must not be built: the scenario does not name it.
    @Test(.wiring(try container(), scenario: "no targets"))
    func anEventWithoutItsTargetIsADeadLetter() async throws {
        let store = try await Test.container.resolve(.store)
        let courier = try await Test.container.resolve(.courier)
        let event = Event(route: "orders", request: "r", contentType: "text/plain", body: Data("x".utf8))
        try await store.accept(
            event, .deliver(Payload(contentType: "text/plain", body: event.body)), targets: ["archive"])
        async let run: Void = courier.run()
        try await wait { try await store.deadLetters(limit: 9).count == 1 }
        courier.stop()
        await run
    }

    @Test(.wiring(try container(), scenario: "the store cannot be opened"))
    func nothingListensWithoutAStore() async throws {
        let error = await #expect(throws: ContainerError.self) { try await Test.container.start() }
        #expect(error.map { "\($0)".contains("the disk is full") } == true)
    }
}
