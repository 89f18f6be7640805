import Foundation
import Moonwire
import MoonwireConsole
import MoonwireSupport

/// A folder with files that goes when the test is over.
final class Folder: Sendable {
    let path: String

    init(_ files: KeyValuePairs<String, String> = [:]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: self.file(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Writes a program, and waits until it can run.
    ///
    /// The system runs no file that is open for writing, and a program that another test starts has what this process has open until
    /// it runs.
    func writeProgram(_ text: String, to name: String) throws {
        try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name))
        while SystemCalls.isOpenForWriting(file(name)) == true { usleep(1_000) }
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Runs `check` on files of the folder; the transcript names them without the folder.
    func check(_ files: String..., options: [String] = [], variables: [String: String] = [:]) -> Transcript {
        run(["check"] + options + files.map(file), variables)
    }

    /// Runs a command with `container.lua` of the folder as its last argument.
    func run(_ arguments: String..., variables: [String: String] = [:]) -> Transcript {
        run(arguments + [file("container.lua")], variables)
    }

    private func run(_ arguments: [String], _ variables: [String: String]) -> Transcript {
        let wiring = Console.Wiring(variables: EnvironmentVariables { variables[$0] })
        return Transcript(of: Console(wiring: wiring), arguments).without(path + "/")
    }
}
