import Foundation

/// Where something is declared.
struct SourceLocation: Sendable, Hashable, Comparable {
    let file: String
    let line: Int

    init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    init(_ location: Symbol.Location) {
        file = URL(string: location.uri)?.path(percentEncoded: false) ?? location.uri
        // The first line is 0.
        line = location.position.line + 1
    }

    static func < (one: SourceLocation, other: SourceLocation) -> Bool {
        (one.file, one.line) < (other.file, other.line)
    }
}
