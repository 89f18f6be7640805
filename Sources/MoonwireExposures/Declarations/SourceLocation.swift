import Foundation

/// Where something is declared.
struct SourceLocation: Sendable, Hashable, Comparable {
    let file: String
    let line: Int
    /// The number of bytes before it in its line; nil if that is not known.
    let column: Int?

    init(file: String, line: Int) {
        self.file = file
        self.line = line
        column = nil
    }

    init(_ location: Symbol.Location) {
        file = URL(string: location.uri)?.path(percentEncoded: false) ?? location.uri
        // The first line is 0.
        line = location.position.line + 1
        column = location.position.character
    }

    static func < (one: SourceLocation, other: SourceLocation) -> Bool {
        (one.file, one.line, one.column ?? 0) < (other.file, other.line, other.column ?? 0)
    }
}
