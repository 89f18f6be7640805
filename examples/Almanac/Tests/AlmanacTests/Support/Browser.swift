import Foundation
import Testing

/// The Chromium of the system.
enum Browser {
    struct Visit {
        /// The page after its scripts have run.
        let document: String
        /// Its messages on the console: errors of scripts, and missing files.
        let console: [String]
    }

    static var path: String? {
        ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/Applications/Chromium.app/Contents/MacOS/Chromium"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func visit(_ file: String) async throws -> Visit {
        let profile = FileManager.default.temporaryDirectory.appending(path: "almanac-chromium-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: profile) }
        let result = try await Program(
            URL(filePath: try #require(path)),
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)",
                "--enable-logging=stderr", "--virtual-time-budget=2000", "--dump-dom", "file://\(file)",
            ], in: "/"
        ).run()
        let console = result.errors.split(separator: "\n").filter { $0.contains(":CONSOLE") || $0.contains("CONSOLE(") }
        return Visit(document: result.output, console: console.map(String.init))
    }
}
