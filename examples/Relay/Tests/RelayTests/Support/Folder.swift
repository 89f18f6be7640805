import Foundation
import Moonwire

@testable import RelayParts

/// A temporary folder with copies of the scripts of the example, which a test can edit.
final class Folder: Sendable {
    /// Short, because the path of a socket in it has a limit.
    let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: "relay-\(UUID().uuidString.prefix(8))").path

    init() {
        let home = URL(filePath: Relay.script).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: home) where name.hasSuffix(".lua") {
                try FileManager.default.copyItem(atPath: "\(home)/\(name)", toPath: "\(path)/\(name)")
            }
        } catch {
            fatalError("the scripts cannot be copied: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var data: String { path + "/data" }

    /// The socket of a program with this data.
    var socket: String { data + "/relay.sock" }

    func read(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
    }

    /// Replaces a string in a script, which must contain it.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = try read(name)
        guard text.contains(old) else { throw Missing(text: old, file: name) }
        try write(text.replacing(old, with: new), to: name)
    }

    struct Missing: Error {
        let text: String
        let file: String
    }

    /// The scripts, with one of the test over them that gives "shipping" its target and makes pauses short.
    func scripts(_ script: String, target: String?) throws -> [String] {
        try write(
            """
            extend "shipping" { args = { url = "\(target ?? "http://127.0.0.1:9")" } }
            preferences "Delivery" {
                attempts = { default = 3, min = 1, max = 100 },
                firstPause = { default = 0.001, min = 0.001 },
                longestPause = { default = 0.01, min = 0.001 },
                perSecond = { default = 10000.0, min = 0.01 },
            }
            \(script)
            """, to: "test.lua")
        return ["\(path)/container.lua", "\(path)/test.lua"]
    }

    static let variables = [
        "RELAY_PORT": "0", "RELAY_ORDERS_SECRET": "orders-secret", "RELAY_INBOX_SECRET": "inbox-secret",
        "RELAY_OPERATOR_TOKEN": "operator-token",
    ]

    func container(
        _ script: String, target: String?, variables: [String: String] = Folder.variables, log: Log
    ) throws -> Container {
        try Relay.container(
            scripts: scripts(script, target: target), data: data, environment: .test,
            variables: EnvironmentVariables { variables[$0] }, log: log)
    }
}
