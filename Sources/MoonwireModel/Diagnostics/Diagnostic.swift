public import MoonwireValues

/// A fault, a warning, or a note about the wiring, with its location.
public struct Diagnostic: Sendable, Hashable {
    /// Whether the diagnostic prevents loading, is a warning, or is for information only.
    public enum Severity: String, Sendable, Codable, Comparable, CaseIterable {
        /// Stops the load.
        case fault
        case warning
        case note

        /// Whether the first severity is the higher one.
        public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
        private var rank: Int { self == .fault ? 0 : self == .warning ? 1 : 2 }
    }

    /// The stable name of a kind of diagnostic; a later release may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        /// The code as commands print it, such as `unknown-service`.
        public let rawValue: String

        /// Creates a code from its printed form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a code from its printed form.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// Whether the diagnostic prevents loading, is a warning, or is for information only.
    public let severity: Severity
    /// The kind of diagnostic, for programs.
    public let code: Code
    /// The sentence, without the location.
    public let message: String
    /// Where the problem is; nil if it is not in a file.
    public var location: ScriptLocation?
    /// The existing names that are most similar to an unknown one, best first.
    public var suggestions: [String] { didSet { suggestions = suggestions.map(\.shortenedName) } }
    /// The ids of the services that need the subject of the message, outermost first.
    public var path: [String] {
        didSet { if path.count > [String].longestShownPath { path = path.shortenedPath } }
    }
    /// Remedies, and the locations of related definitions.
    public var hints: [String] { didSet { hints = hints.map(\.shortenedSentence) } }

    /// Creates a diagnostic.
    public init(
        _ code: Code, _ message: String, at location: ScriptLocation?, severity: Severity = .fault,
        suggestions: [String] = [], path: [String] = [], hints: [String] = []
    ) {
        self.severity = severity
        self.code = code
        self.message = message.shortenedSentence
        self.location = location
        self.suggestions = suggestions.map(\.shortenedName)
        self.path = path.shortenedPath
        self.hints = hints.map(\.shortenedSentence)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The location and the sentence, followed by lines with suggestions, the path, and hints.
    public var description: String {
        var prefix = location.map { "\($0): " } ?? ""
        if severity != .fault { prefix += "\(severity.rawValue): " }
        var lines = [prefix + message]
        if !suggestions.isEmpty { lines.append("    did you mean \(suggestions.quotedAlternatives)?") }
        if let way { lines.append("    \(way)") }
        lines += hints.map { "    \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The services under construction; nil if the message contains them.
    private var way: String? {
        if path.count > 1 { return "needed by \(path.joined(separator: " -> "))" }
        guard let only = path.first, !message.contains("\"\(only)\"") else { return nil }
        return "in service \"\(only)\""
    }
}

extension [Diagnostic] {
    /// The number of diagnostics that are shown; the others are counted.
    private static var mostShown: Int { 100 }

    /// The shown diagnostics: all, or the first hundred, faults first.
    package var firstShown: [Diagnostic] {
        guard count > Self.mostShown else { return self }
        return Array((filter { $0.severity == .fault } + filter { $0.severity != .fault }).prefix(Self.mostShown))
    }

    /// The descriptions of the shown diagnostics, and the number of the others.
    package var shown: [String] {
        let first = firstShown
        return first.map(\.description) + (first.count < count ? [Diagnostic.more(count - first.count)] : [])
    }
}
