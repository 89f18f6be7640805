import Foundation
import TestSupport
import Testing

private let shell = URL(fileURLWithPath: "/bin/sh")

/// The tool where its output does not arrive, and where its arguments cannot be read.
@Suite(.enabled(if: tool != nil)) struct ToolOutputTests {
    private static let script = """
        service "mailer" { type = "Mailer", tags = { "mail" } }
        parameters { host = "localhost" }
        """

    private static let commands = [
        ["--help"], ["--version"], ["check"], ["list"], ["list", "--format", "json"], ["explain", "mailer"],
        ["parameters"], ["graph"], ["graph", "--format", "html"], ["completion", "bash"], ["check", "--help"],
    ]

    /// Runs the tool by a line for the shell, in which `"$@"` is the call.
    private func run(_ line: String, _ arguments: [String]) throws -> (
        output: String, complaints: String, status: Int32
    ) {
        let process = Process()
        let (output, complaints) = (Pipe(), Pipe())
        process.executableURL = shell
        process.arguments = ["-c", line, "sh", try #require(tool).path] + arguments
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let texts = [output, complaints].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return (texts[0], texts[1], process.terminationStatus)
    }

    private func arguments(_ command: [String], _ folder: Folder) -> [String] {
        let readsScripts = !command[0].hasPrefix("-") && command[0] != "completion" && command.last != "--help"
        return command + (readsScripts ? [folder.file("container.lua")] : [])
    }

    #if os(Linux)
        @Test(arguments: commands) func fullOutputIsAnError(_ command: [String]) throws {
            let folder = try Folder(["container.lua": Self.script])
            let result = try run("\"$@\" > /dev/full", arguments(command, folder))
            #expect(result.complaints == "moonwire: the output cannot be written: No space left on device\n")
            #expect(result.status == 3)
        }
    #endif

    @Test(arguments: commands) func closedOutputIsAnError(_ command: [String]) throws {
        let folder = try Folder(["container.lua": Self.script])
        let result = try run("\"$@\" >&-", arguments(command, folder))
        #expect(result.complaints == "moonwire: the output cannot be written: Bad file descriptor\n")
        #expect(result.status == 3)
    }

    /// As with `| true`: nobody reads when the tool writes.
    ///
    /// From a socket, whose other end is shut down: a program that another test starts has the ends of a pipe, too, until it runs.
    @Test(arguments: commands + [["stubs"]]) func brokenPipeIsAnError(_ command: [String]) throws {
        let folder = try Folder(["container.lua": Self.script])
        let process = Process()
        let complaints = Pipe()
        let program: URL = try #require(tool)
        process.executableURL = program
        process.arguments = arguments(command, folder)
        process.standardOutput = try unreadOutput()
        process.standardError = complaints
        try process.run()
        let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 3)
        #expect(text == "moonwire: the output cannot be written: Broken pipe\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.allSatisfy { !$0.hasSuffix(".\(process.processIdentifier)") }, "\(files)")
    }

    /// A stream of which nobody reads.
    private func unreadOutput() throws -> FileHandle {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        shutdown(ends[0], Int32(SHUT_RDWR))
        close(ends[0])
        return FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    @Test func closedStandardStreamsDoNotReceiveFiles() throws {
        let folder = try Folder(["container.lua": "alias \"a\" \"b\""])
        #expect(try run("\"$@\" <&- 2>&-", ["check", folder.file("container.lua")]).status == 1)
        #expect(try run("\"$@\" <&- >&- 2>&-", ["check", folder.file("container.lua")]).status == 3)
        let file = folder.file("graph.dot")
        let result = try run("\"$@\" <&- >&- 2>&-", ["graph", "--output", file, folder.file("container.lua")])
        #expect(result.status == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("digraph"))
    }

    @Test func closedStandardOutputCannotBeOpenedByItsPath() throws {
        let folder = try Folder(["container.lua": Self.script])
        let result = try run("\"$@\" >&-", ["graph", "--output", "/dev/stdout", folder.file("container.lua")])
        #expect(result.complaints.hasPrefix("moonwire graph: \"/dev/stdout\" cannot be written: "))
        #expect(result.status == 3)
    }

    #if os(Linux)
        /// A program that the tool starts sees which files have the descriptors.
        @Test func closedStandardStreamsAreReplacedByUnusableFiles() throws {
            let program = """
                #!/bin/sh
                for number in 0 1 2; do readlink /proc/$PPID/fd/$number; done > streams
                printf '<svg/>' > "$3"
                """
            let folder = try Folder(["container.lua": Self.script])
            try folder.writeProgram(program, to: "dot")
            let line = "cd '\(folder.path)'; PATH=\"$PWD:$PATH\" \"$@\" <&- >&- 2>&- && cat streams"
            let result = try run(line, ["graph", "--format", "svg", "--output", "graph.svg", "container.lua"])
            #expect(result.output == "/dev/null\n/\n/\n")
        }
    #endif

    /// A limit for the size of files simulates a full disk.
    ///
    /// The thread sanitizer maps a file that is longer, and ends the process.
    @Test(
        .enabled(if: !isThreadSanitized),
        arguments: ["graph --format html --output wiring.html", "stubs --output ."])
    func fullDiskKeepsTheFormerFile(_ command: String) throws {
        let folder = try Folder(["container.lua": Self.script, "wiring.html": "former"])
        let former = "former " + "-- Written by `moonwire stubs`; it writes over this file."
        try folder.write(former, to: "library/moonwire.lua")
        let call = command.split(separator: " ").map(String.init) + ["container.lua"]
        let result = try run("cd '\(folder.path)'; trap '' XFSZ; ulimit -f 1; exec \"$@\"", call)
        #expect(result.complaints.hasSuffix("cannot be written: File too large\n"))
        #expect(result.status == 3)
        #expect(try String(contentsOfFile: folder.file("wiring.html"), encoding: .utf8) == "former")
        #expect(try String(contentsOfFile: folder.file("library/moonwire.lua"), encoding: .utf8) == former)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".wiring") })
    }

    @Test func errorNamesAFileThatCannotBeWritten() throws {
        let folder = try Folder(["container.lua": Self.script])
        let result = try run("\"$@\"", ["graph", "--output", "/nowhere/a.dot", folder.file("container.lua")])
        #expect(
            result.complaints == "moonwire graph: \"/nowhere/a.dot\" cannot be written: No such file or directory\n")
        #expect(result.status == 3)
    }

    @Test func deviceCanBeAnOutput() throws {
        let folder = try Folder(["container.lua": Self.script])
        let result = try run("\"$@\" | cat", ["graph", "--output", "/dev/stdout", folder.file("container.lua")])
        #expect(result.output.hasPrefix("digraph"))
        #expect(result.complaints.isEmpty)
    }

    @Test func aFolderThatIsNotUTF8IsNoObstacle() throws {
        let folder = try Folder(["container.lua": Self.script])
        let line = """
            cd '\(folder.path)'; place="$(printf 'caf\\351')"; mkdir "$place"; cp container.lua "$place"; cd "$place"
            "$@" && "$@" && head -n 1 wiring.dot
            """
        let result = try run(line, ["graph", "--output", "wiring.dot", "container.lua"])
        #expect(result.output.hasPrefix("digraph"))
        #expect(result.complaints.isEmpty)
    }

    @Test func aPathThatIsNotUTF8IsNamed() throws {
        let result = try run("exec \"$@\" \"$(printf 'caf\\351.lua')\"", ["check"])
        #expect(
            result.complaints == """
                moonwire: argument "caf\u{FFFD}.lua" is not UTF-8; name the file through a link or from its folder
                    see moonwire --help

                """)
        #expect(result.status == 2)
    }
}
