import Foundation
import Testing

/// Expects the contents of a file in the folder `Golden`.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter MoonwireConsoleTests` records the files again; read the difference.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = goldenFolder.appending(path: name)
    let recorded = text + "\n"
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
        try recorded.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(recorded == expected, "differs from \(name)", sourceLocation: sourceLocation)
}

private let goldenFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")
