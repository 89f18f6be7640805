import Foundation
import Testing

/// efm-langserver, talked to as an editor does.
enum Linter {
    static let path = installedProgram("efm-langserver")

    /// What it marks in a file when an editor opens it: each line's number with what is said of it.
    static func marks(in file: String, settings: String) throws -> [String] {
        let uri = URL(filePath: file).absoluteString
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let root = URL(filePath: file).deletingLastPathComponent()
        let server = try Conversation(#require(path), ["-c", settings], in: root)
        defer { server.end() }
        let none: [String: Any] = [:]
        server.send([
            "id": 1, "method": "initialize", "params": ["rootUri": root.absoluteString, "capabilities": none],
        ])
        server.send(["method": "initialized", "params": none])
        let document = ["uri": uri, "languageId": "lua", "version": 1, "text": text] as [String: Any]
        server.send(["method": "textDocument/didOpen", "params": ["textDocument": document]])
        while let message = server.receive() {
            guard message["method"] as? String == "textDocument/publishDiagnostics",
                let parameters = message["params"] as? [String: Any],
                let diagnostics = parameters["diagnostics"] as? [[String: Any]]
            else { continue }
            return diagnostics.compactMap(mark)
        }
        return []
    }

    private static func mark(_ diagnostic: [String: Any]) -> String? {
        let start = (diagnostic["range"] as? [String: Any])?["start"] as? [String: Any]
        guard let line = start?["line"] as? Int, let message = diagnostic["message"] as? String else { return nil }
        return "\(line + 1): \(message)"
    }
}

/// Messages to and from a language server, over its standard streams.
private final class Conversation {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var unread = Data()

    init(_ path: String, _ arguments: [String], in folder: URL) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func end() { process.terminate() }

    func send(_ message: [String: Any]) {
        var message = message
        message["jsonrpc"] = "2.0"
        guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
        input.fileHandleForWriting.write(Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }

    /// The next message; nil when there will be none.
    func receive() -> [String: Any]? {
        let end = Data("\r\n\r\n".utf8)
        while unread.range(of: end) == nil { guard read() else { return nil } }
        guard let header = unread.range(of: end), let length = Self.length(in: unread[..<header.lowerBound]) else {
            return nil
        }
        while unread.distance(from: header.upperBound, to: unread.endIndex) < length {
            guard read() else { return nil }
        }
        let body = unread[header.upperBound..<unread.index(header.upperBound, offsetBy: length)]
        unread = Data(unread[body.endIndex...])
        return try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    }

    private func read() -> Bool {
        let more = output.fileHandleForReading.availableData
        unread += more
        return !more.isEmpty
    }

    private static func length(in header: Data) -> Int? {
        String(decoding: header, as: UTF8.self).split(separator: "\r\n").lazy
            .first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
    }
}
