import Foundation

/// A folder for one test, which is deleted afterward.
package final class ScratchFolder: Sendable {
    private let url: URL

    package init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    /// Its contents, sorted.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
