import Foundation
import Moonwire
import Synchronization

/// Adds each event to a file, as a line of JSON.
public final class FileTarget: Target, Exposed {
    private struct Line: Encodable {
        let event: String
        let received: String
        let body: String
    }

    public let name: String
    /// One line at a time.
    public let parallel = 1
    private let path: String
    private let turn = Mutex(())

    init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    public func deliver(_ parcel: Parcel) async throws {
        let line = Line(
            event: parcel.event, received: Date.now.formatted(.iso8601),
            body: String(decoding: parcel.payload.body, as: UTF8.self))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try append(try encoder.encode(line) + Data("\n".utf8))
        } catch {
            throw DeliveryFailure("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    private func append(_ line: Data) throws {
        try turn.withLock { _ in
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            defer { try? file.close() }
            try file.seekToEnd()
            try file.write(contentsOf: line)
            try file.synchronize()
        }
    }
}
