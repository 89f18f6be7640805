import Foundation
import MoonwireConsole
import Testing

@testable import RelayParts

/// Other processes ask the program through its socket.
@Suite(.timeLimit(.minutes(5))) struct AttachTests {
    @Test func theProgramExplainsItself() async throws {
        try await withProgram { folder, _, _ in
            let explanation = Call(folder.socket, "explain", "shipping")
            #expect(explanation.status == .clean)
            #expect(explanation.output.contains("HTTPTarget"))
            #expect(explanation.output.contains("targets.lua:"))
            let list = Call(folder.socket, "list")
            #expect(list.status == .clean)
            #expect(list.output.contains("orders.summary"))
        }
    }

    @Test(arguments: [["set", "delivery.timeout", "20s"], ["reload"]])
    func aChangeIsRefusedWithoutTheOption(_ change: [String]) async throws {
        try await withProgram { folder, port, _ in
            let call = Call(folder.socket, change)
            #expect(call.status != .clean)
            #expect(call.complaints.contains("the program does not allow changes"))
            #expect(Call(folder.socket, "parameters").output.contains(#/delivery.timeout +"10s"/#))
            let health = try await Answer.to("GET", "http://127.0.0.1:\(port)/health").body
            #expect(health.contains(#""by":"start","generation":1,"#))
        }
    }

    @Test func aReloadByAttachmentIsShownAsOne() async throws {
        try await withProgram("--allow-changes") { folder, port, program in
            #expect(Call(folder.socket, "reload").status == .clean)
            let health = try await Answer.to("GET", "http://127.0.0.1:\(port)/health").body
            #expect(health.contains(#""by":"attachment","generation":2,"#))
            let page = try await Answer.to("GET", "http://127.0.0.1:\(port)/").body
            #expect(page.contains(/<p class="good">adopted at [^<]+, by attachment<\/p>/))
            try await wait {
                program.output.contains("a call through \"\(folder.socket)\" reloaded the container")
                    && program.output.contains("reloaded:")
            }
        }
    }

    @Test func aParameterSetByAttachmentIsInTheLog() async throws {
        try await withProgram("--allow-changes") { folder, _, program in
            #expect(Call(folder.socket, "set", "delivery.timeout", "20s").status == .clean)
            #expect(Call(folder.socket, "parameters").output.contains(#/delivery.timeout +"20s"/#))
            try await wait {
                program.output.contains(
                    "a call through \"\(folder.socket)\" set the parameter \"delivery.timeout\"")
            }
        }
    }

    @Test func theSocketCanBeElsewhere() async throws {
        let folder = Folder()
        let socket = folder.path + "/r.sock"
        try await withProgram("--socket", socket, in: folder) { _, _, _ in
            #expect(Call(socket, "list").status == .clean)
            #expect(!FileManager.default.fileExists(atPath: folder.socket))
        }
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func aSocketWithALongPathIsAnError() async throws {
        let folder = Folder()
        let socket = folder.path + "/" + String(repeating: "s", count: 120)
        let program = try Program(["--data", folder.data, "--socket", socket], in: folder)
        try await program.end()
        #expect(program.status == 1)
        #expect(program.output.contains("the socket \"\(socket)\" cannot be created: its path exceeds the limit of"))
    }

    /// Runs the program with options, and ends it after the body.
    private func withProgram(
        _ options: String..., in folder: Folder = Folder(),
        _ body: (_ folder: Folder, _ port: Int, _ program: Program) async throws -> Void
    ) async throws {
        let program = try Program(
            ["--data", folder.data, "--script", "\(folder.path)/container.lua"] + options, in: folder)
        try await body(folder, try await program.port(), program)
        program.signal(SIGTERM)
        try await program.end()
        #expect(program.status == 0, "\(program.output)")
    }
}
