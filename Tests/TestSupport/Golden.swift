import Foundation

/// Returns the contents of a file in the folder `Golden` of a test target, for comparison with a string.
///
/// With `RECORD_SNAPSHOTS=1` in the environment, the string is written to the file first; read the difference.
public func golden(_ name: String, recording text: String, of file: String = #filePath) throws -> String {
    let components = file.split(separator: "/", omittingEmptySubsequences: false)
    guard let tests = components.lastIndex(of: "Tests") else { throw CocoaError(.fileNoSuchFile) }
    let golden = URL(filePath: components[...(tests + 1)].joined(separator: "/") + "/Golden/" + name)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
        try (text + "\n").write(to: golden, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    return expected.hasSuffix("\n") ? String(expected.dropLast()) : expected
}
