import Foundation
import Moonwire
import Testing

@testable import RelayParts

/// What a service manager is told.
@Suite(.timeLimit(.minutes(5))) struct NotifierTests {
    @Test func theStartReloadsAndTheEndAreTold() async throws {
        let folder = Folder()
        let manager = try NotifyReceiver(folder.path + "/notify")
        let gateway = try await RunningGateway.start(in: folder, Self.script(manager.name))
        try await wait { manager.states == ["READY"] }
        #expect(manager.status.hasPrefix("generation 1 since ") && manager.status.hasSuffix(", by start"))

        try await gateway.container.reload(checking: .health)
        try await wait { manager.states == ["READY", "RELOADING", "READY"] }
        #expect(manager.status.hasPrefix("generation 2 since ") && manager.status.hasSuffix(", by call"))
        #expect(manager.messages[1]["MONOTONIC_USEC"].flatMap(Int.init).map { $0 > 0 } == true)

        await gateway.stop()
        try await wait { manager.states == ["READY", "RELOADING", "READY", "STOPPING"] }
    }

    @Test func aRefusedReloadIsTold() async throws {
        let folder = Folder()
        let manager = try NotifyReceiver(folder.path + "/notify")
        try await withGateway(in: folder, Self.script(manager.name)) { gateway in
            try await wait { manager.states == ["READY"] }
            let steps = try folder.read("steps.lua")
            // A fault of the scripts, then one of a service: the second is found after the reload has begun.
            for (number, fault) in ["oh no", Self.unhealthy].enumerated() {
                try folder.write(steps + "\n" + fault, to: "steps.lua")
                let error = await #expect(throws: ContainerError.self) {
                    try await gateway.container.reload(checking: .health)
                }
                #expect(error != nil)
                let expected = ["READY"] + (0...number).flatMap { _ in ["RELOADING", "READY"] }
                try await wait { manager.states == expected }
                #expect(manager.status.hasPrefix("generation 1 since "))
                #expect(manager.status.contains("was refused: \(folder.path)/steps.lua:"))
            }
            try folder.write(steps, to: "steps.lua")
            try await gateway.container.reload(checking: .health)
            try await wait { manager.states.count == 7 }
            #expect(!manager.status.contains("refused"))
        }
    }

    #if os(Linux)
        @Test func anAbstractSocketIsTold() async throws {
            let folder = Folder()
            let manager = try NotifyReceiver("@relay-\(UUID().uuidString)")
            let variables = Folder.variables.merging(["NOTIFY_SOCKET": manager.name]) { $1 }
            let program = try Program(["--data", folder.data], in: folder, variables)
            try await wait { manager.states == ["READY"] || !program.isRunning }
            program.signal(SIGTERM)
            try await program.end()
            #expect(program.status == 0, "\(program.output)")
            try await wait { manager.states == ["READY", "STOPPING"] }
        }
    #endif

    @Test(arguments: [
        ("/nowhere/notify", "/nowhere/notify: No such file or directory"),
        ("notify", "expected a path that begins with / or @, got \"notify\""),
        (
            "/" + String(repeating: "n", count: 200),
            "expected at most \(longest) bytes, got the 201 of \"/\(String(repeating: "n", count: 200))\""
        ),
    ])
    func aSocketThatCannotBeReachedIsLoggedOnce(_ name: String, _ reason: String) async throws {
        let gateway = try await RunningGateway.start(Self.script(name))
        try await wait { gateway.log.contains("systemd is not told what the program does: NOTIFY_SOCKET: \(reason)") }
        try await gateway.container.reload(checking: .health)
        #expect(try await gateway.send("GET", "/health").status == 200)
        await gateway.stop()
        #expect(gateway.log.split(separator: "NOTIFY_SOCKET").count == 2)
    }

    /// Messages that nobody reads fill the socket, and the program does not wait.
    @Test func aSocketThatNobodyReadsHoldsNothingUp() async throws {
        let folder = Folder()
        let manager = try NotifyReceiver(folder.path + "/notify", reads: false)
        try await withGateway(in: folder, Self.script(manager.name)) { gateway in
            try await wait {
                try await gateway.container.reload(checking: .health)
                return gateway.log.contains("NOTIFY_SOCKET: \(manager.name): ")
            }
            #expect(try await gateway.send("GET", "/health").status == 200)
        }
    }

    @Test func anEditOfTheNotifierIsRefused() async throws {
        let folder = Folder()
        let manager = try NotifyReceiver(folder.path + "/notify")
        try await withGateway(in: folder, Self.script(manager.name)) { gateway in
            try await wait { manager.states == ["READY"] }
            try folder.edit("test.lua", manager.name, "")
            #expect(throws: ContainerError.self) { try gateway.container.reload() }
            try await wait { manager.states.count == 3 }
            #expect(manager.states.last == "READY")
        }
    }

    private static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// A database that cannot be opened.
    private static let unhealthy = """
        service "spare" { type = "EventStore", args = { path = "/dev/null/none", bell = ref.bell }, eager = true }
        """

    private static func script(_ socket: String) -> String {
        "extend \"notifier\" { args = { socket = \"\(socket)\" } }"
    }
}
