import Foundation
import Moonwire
import MoonwireConsole
import MoonwireCore
import MoonwireSupport
import Testing

@Suite struct AttachSocketTests {
    private func message(of path: String) throws -> String {
        let container = try Container(text: "", environment: .test)
        do {
            _ = try container.attachable(at: path)
            return "attached"
        } catch let error as ContainerError {
            return "\(error)"
        }
    }

    @Test func onlyTheOwnerCanConnect() throws {
        let attached = try Attached()
        let attributes = try FileManager.default.attributesOfItem(atPath: attached.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.type] as? FileAttributeType == .typeSocket)
    }

    @Test func pathBelongsToOneAttachment() throws {
        let attached = try Attached()
        #expect(
            try message(of: attached.path)
                == "the socket \"\(attached.path)\" cannot be created: it is in use")
        #expect(attached.ask("generations").status == .clean)
    }

    @Test func socketOfAKilledProcessIsReplaced() throws {
        let folder = try Folder()
        _ = try LocalSocket(listeningAt: folder.file("mail.sock"))
        #expect(FileManager.default.fileExists(atPath: folder.file("mail.sock")))
        #expect(
            Transcript(["attach", folder.file("mail.sock")]).without(folder.path + "/").complaints.hasPrefix(
                "moonwire attach: \"mail.sock\" cannot be reached: the program that created it has ended\n"))
        #expect(try message(of: folder.file("mail.sock")) == "attached")
    }

    @Test func otherFileIsNotReplaced() throws {
        let folder = try Folder(["mail.sock": "mine"])
        let path = folder.file("mail.sock")
        #expect(
            try message(of: path)
                == "the socket \"\(path)\" cannot be created: a file that is not a socket has this path")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func badPathsAreErrors() throws {
        let folder = try Folder()
        let long = folder.file(String(repeating: "s", count: 108))
        #expect(
            try message(of: long)
                == "the socket \"\(long)\" cannot be created: its path exceeds the limit of \(LocalSocket.longestPath) bytes"
        )
        #expect(try message(of: "") == "the socket \"\" cannot be created: its path is empty")
        #expect(
            try message(of: folder.file("mail\u{0}.sock")).hasSuffix(
                " cannot be created: its path contains a null character"))
        #expect(
            try message(of: folder.file("nowhere/mail.sock"))
                == "the socket \"\(folder.file("nowhere/mail.sock"))\" cannot be created: No such file or directory")
    }

    @Test func socketThatCannotBeReachedIsAUsageError() throws {
        let folder = try Folder(["file": ""])
        func complaint(_ arguments: String...) -> String {
            let wrong = Transcript(["attach"] + arguments).without(folder.path + "/")
            #expect(wrong.status == .usage)
            return wrong.complaints.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(complaint() == "moonwire attach: no socket given")
        #expect(complaint("", "list") == "moonwire attach: no socket given")
        #expect(
            complaint(folder.file("none.sock"), "list")
                == "moonwire attach: \"none.sock\" cannot be reached: no program has created it with `container.attachable(at:)`"
        )
        #expect(
            complaint(folder.file("file")) == "moonwire attach: \"file\" cannot be reached: it is not a socket")
        #expect(complaint(folder.file(".")) == "moonwire attach: \".\" cannot be reached: it is not a socket")
        #expect(
            Transcript(["attach", "--help"]).output.hasPrefix(
                "usage: moonwire attach [OPTION…] SOCKET [COMMAND] [ARGUMENT…]\n"))
    }

    /// As on systems that do not check the mode of a socket.
    @Test(.enabled(if: geteuid() == 0 && installedProgram("perl") != nil)) func otherUsersAreRefused() throws {
        let attached = try Attached()
        for (path, mode) in [(attached.folder.path, 0o755), (attached.path, 0o666)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let answer = try output(
            of: #require(installedProgram("perl")),
            [
                "-MSocket", "-e",
                """
                $( = $) = 65534; $< = $> = 65534;
                socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])) or die "connect: $!";
                $SIG{PIPE} = 'IGNORE'; syswrite(S, "{}\\n"); print "connected, then: ", <S>;
                """, attached.path,
            ])
        #expect(answer == "connected, then: ")
        #expect(
            try #require(attached.container).diagnostics.entries.filter { $0.code == .refusedAttach }
                .map(\.description)
                == ["warning: a connection of user 65534 to \"\(attached.path)\" was refused"])
    }

    @Test func endOfTheAttachmentRemovesTheSocket() throws {
        let attached = try Attached()
        let client = try LocalSocket(connectedTo: attached.path)
        attached.attachment = nil
        #expect(!FileManager.default.fileExists(atPath: attached.path))
        _ = client
        #expect(try message(of: attached.path) == "attached")
    }

    @Test func endedAttachmentLeavesThePathToOthers() throws {
        let attached = try Attached()
        let ended = try #require(attached.attachment)
        ended.cancel()
        #expect(
            attached.complaint("list")
                == "moonwire attach: \"mail.sock\" cannot be reached: no program has created it with `container.attachable(at:)`"
        )
        attached.attachment = try #require(attached.container).attachable(at: attached.path)
        ended.cancel()
        #expect(attached.ask("list").status == .clean)
    }
}

/// Programs at a socket that do not answer as a container does.
@Suite struct AttachAnswerTests {
    @Test func programWithoutAnAnswerIsReported() throws {
        let folder = try Folder()
        let socket = try LocalSocket(listeningAt: folder.file("mail.sock"))
        let console = Console(commands: [AttachCommand(answerTime: .zero)])
        let call = Transcript(of: console, ["attach", folder.file("mail.sock"), "list"])
        #expect(call.complaints == "the program did not complete its answer within 0.0 seconds")
        #expect(call.status == .faults)
        withExtendedLifetime(socket) {}
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n", "what answers at \"mail.sock\" is not `container.attachable(at:)`"),
        ("{\"output\":\"a\"}\n", "the program ended the connection before the answer was complete"),
    ])
    func otherAnswersAreReported(_ answer: String, _ message: String) throws {
        let folder = try Folder()
        let server = try LocalServer(at: folder.file("mail.sock"))
        defer { server.stop() }
        Thread.detachNewThread {
            server.run { client in
                // What was not read would reset the connection.
                _ = try? client.receive(by: nil)
                try? client.send(Array(answer.utf8), by: nil)
            } refused: { _ in
            }
        }
        let call = Transcript(["attach", folder.file("mail.sock"), "list"]).without(folder.path + "/")
        #expect(call.complaints == message)
        #expect(call.status == .faults)
    }

    @Test func longTraceIsCutOff() throws {
        let folder = try Mail.folder()
        let container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self, Desk.self], environment: .dev)
        let command = RecordCommand(container, limit: 1) { _ in _ = try? container.resolve("mailer", as: Mailer.self) }
        let trace = Transcript(of: Console(commands: [command]), ["trace"])
        #expect(trace.output.hasSuffix("  mailer"))
        #expect(!trace.output.contains("transport"))
        #expect(trace.complaints == "the trace has only the first 1 of 2 builds")
        #expect(trace.status == .clean)
    }
}

/// Processes that do not keep to the protocol.
@Suite struct AttachAbuseTests {
    /// A program that answers no more calls may have ended the connection already.
    private func send(_ bytes: [UInt8], over client: LocalSocket) throws {
        do { try client.send(bytes, by: nil) } catch let error as SystemError {
            #expect([EPIPE, ECONNRESET].contains(error.code))
        }
    }

    /// Everything that the program answers to some bytes.
    private func answer(to bytes: [UInt8], of attached: Attached) throws -> String {
        let client = try LocalSocket(connectedTo: attached.path)
        var answer: [UInt8] = []
        do {
            try send(bytes, over: client)
            while case let part = try client.receive(by: nil), !part.isEmpty { answer += part }
        } catch let error as SystemError {
            // The program ended the connection before it had read everything.
            #expect(error.code == ECONNRESET)
        }
        return String(decoding: answer, as: UTF8.self)
    }

    @Test func otherLinesAreRefused() throws {
        let attached = try Attached()
        for line in ["", "{}", "[]", "GET / HTTP/1.1\r", "{\"arguments\":[1],\"program\":\"a\"}", "\u{0}"] {
            let answer = try answer(to: Array("\(line)\n".utf8), of: attached)
            #expect(answer.contains("the call is not a line of JSON with"))
            #expect(answer.hasSuffix("{\"status\":2}\n"))
        }
        #expect(attached.ask("generations").status == .clean)
    }

    @Test func longLineIsNotRead() throws {
        let attached = try Attached()
        #expect(
            try answer(to: [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20), of: attached).contains(
                "the call exceeds the limit of 65536 bytes"))
        #expect(attached.ask("generations").status == .clean)
        let long = attached.complaint("explain", String(repeating: "a", count: 1 << 16))
        #expect(long == "moonwire attach: the arguments exceed the limit of 65536 bytes")
    }

    @Test func callsAtTheSameTimeAreBounded() throws {
        let attached = try Attached()
        // They send nothing.
        var idle = try (0..<4).map { _ in try LocalSocket(connectedTo: attached.path) }
        let busy = attached.ask("list")
        #expect(busy.complaints == "the program answers 4 other calls; try again later")
        #expect(busy.status == .usage)
        idle.removeAll()
        while attached.ask("generations").status != .clean { usleep(1_000) }
    }

    @Test func callThatEndsEarlyDoesNoHarm() throws {
        let attached = try Attached()
        for _ in 0..<20 {
            let client = try LocalSocket(connectedTo: attached.path)
            try send(
                Array("{\"program\":\"a\",\"arguments\":[\"graph\",\"--format\",\"html\"]}\n".utf8), over: client)
        }
        while attached.ask("generations").status != .clean { usleep(1_000) }
    }
}
