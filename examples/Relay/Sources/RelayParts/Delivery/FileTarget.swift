import Foundation
import Moonwire

/// Adds each event to a file, as a line of JSON.
public actor FileTarget: Target, Exposed {
    private struct Line: Encodable {
        let event: String
        let received: String
        let body: String
    }

    /// A line that is not in the file yet, with who waits for it.
    private struct Addition {
        let line: Data
        let added: CheckedContinuation<Void, any Error>
    }

    public nonisolated let name: String
    /// As many lines wait for the disk together.
    public nonisolated let parallel = 64
    private let path: String
    private let executor: StorageExecutor
    private var additions: [Addition] = []

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(name: String, path: String) {
        self.name = name
        self.path = path
        executor = StorageExecutor(label: "relay.\(name)")
    }

    public func deliver(_ parcel: Parcel) async throws {
        let line = Line(
            event: parcel.event, received: Date.now.formatted(.iso8601),
            body: String(decoding: parcel.payload.body, as: UTF8.self))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(line) + Data("\n".utf8)
        try await withCheckedThrowingContinuation { added in
            additions.append(Addition(line: data, added: added))
            // The task runs after the calls that wait for this actor already.
            if additions.count == 1 { Task { addLines() } }
        }
    }

    private func addLines() {
        let all = additions
        additions = []
        let result = Result { try append(all.reduce(into: Data()) { $0 += $1.line }) }
            .mapError { DeliveryFailure("\(path) cannot be written: \($0.localizedDescription)") as any Error }
        for addition in all { addition.added.resume(with: result) }
    }

    /// All lines are in the file afterward, or none is.
    private func append(_ lines: Data) throws {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        let end = try file.seekToEnd()
        do {
            try file.write(contentsOf: lines)
            try file.synchronize()
        } catch {
            try? file.truncate(atOffset: end)
            throw error
        }
    }
}
