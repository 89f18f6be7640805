import Foundation

/// The contents of a file in the folder `Golden`, for comparison with a string.
///
/// With `RECORD_SNAPSHOTS=1` in the environment, the string is written to the file first; read the difference.
func golden(_ name: String, recording text: String) throws -> String {
    let file = URL(filePath: Fixtures.folder).appending(path: "Tests/Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
        try Data(text.utf8).write(to: file)
    }
    return try String(contentsOf: file, encoding: .utf8)
}
