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
                == "the socket \"\(attached.path)\" cannot be created: another process uses it")
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
        #expect(
            complaint(folder.file("none.sock"), "list")
                == "moonwire attach: \"none.sock\" cannot be reached: no program has created it with `container.attachable(at:)`"
        )
        #expect(complaint(folder.file("file")).hasPrefix("moonwire attach: \"file\" cannot be reached: "))
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
        // The server's thread closes its end when it has ended.
        while FileManager.default.fileExists(atPath: attached.path) { usleep(1_000) }
        _ = client
        #expect(try message(of: attached.path) == "attached")
    }
}

/// Processes that do not keep to the protocol.
@Suite struct AttachAbuseTests {
    /// Everything that the program answers to some bytes.
    private func answer(to bytes: [UInt8], of attached: Attached) throws -> String {
        let client = try LocalSocket(connectedTo: attached.path)
        var answer: [UInt8] = []
        do {
            do { try client.send(bytes, by: nil) } catch let error as SystemError { #expect(error.code == EPIPE) }
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
            try client.send(
                Array("{\"program\":\"a\",\"arguments\":[\"graph\",\"--format\",\"html\"]}\n".utf8), by: nil)
        }
        while attached.ask("generations").status != .clean { usleep(1_000) }
    }
}
