/// The error for a value that does not fit a Swift type.
public struct ConversionError: Error, Sendable, Hashable {
    /// The reason why the value does not fit.
    public enum Reason: Sendable, Hashable {
        case kind(expected: String, found: String)
        case range(expected: String, found: String)
        /// A value that is none of the raw values of an enumeration.
        case choice(expected: [String], found: String, suggestions: [String])
        case notUnicode
        case missing
        /// An index of a list has no element, but a later one does.
        case hole
        /// A map has a field that the type does not have.
        case unknownField(suggestions: [String])
        case custom(String)
    }

    /// The reason why the value does not fit.
    public let reason: Reason
    /// The path from the argument to the value, outermost first: `["servers", "2", "port"]`.
    public private(set) var path: [String]

    /// Creates an error.
    public init(_ reason: Reason, path: [String] = []) {
        self.reason = reason
        self.path = path
    }

    /// Returns the error with a component added at the beginning of its path.
    public func at(_ component: String) -> ConversionError {
        var copy = self
        copy.path.insert(component, at: 0)
        return copy
    }
}

extension ConversionError: CustomStringConvertible {
    /// The message without the path.
    package var sentence: String {
        switch reason {
        case .kind(let expected, let found), .range(let expected, let found): "expects \(expected), got \(found)"
        case .choice(let choices, let found, _):
            "expects one of \(choices.map { "\"\($0)\"" }.joined(separator: ", ")), got \(found)"
        case .notUnicode: "expects a string, got bytes that are not UTF-8"
        case .missing: "is missing"
        case .hole: "is a hole in the list; write null for an empty element"
        case .unknownField: "is not a field"
        case .custom(let sentence): sentence
        }
    }

    /// The names that were perhaps meant, best first.
    package var suggestions: [String] {
        switch reason {
        case .unknownField(let near), .choice(_, _, let near): near
        default: []
        }
    }

    /// The message with the path, and without suggestions.
    package var statement: String { path.isEmpty ? sentence : "at \(shownPath) \(sentence)" }

    /// The path and the reason.
    public var description: String {
        suggestions.isEmpty ? statement : "\(statement)\n    did you mean \(suggestions.quotedAlternatives)?"
    }

    /// The path; long paths and long keys in them are shortened in the middle.
    private var shownPath: String {
        guard path.count > 12 else { return shown(path[...]) }
        return shown(path.prefix(6)) + " ... " + shown(path.suffix(3))
    }

    private func shown(_ keys: ArraySlice<String>) -> String {
        keys.map { $0.cutInTheMiddle(to: 200) }.joined(separator: ".")
    }
}

/// Runs a conversion, and adds a component to the path of its error.
@inlinable public func within<T>(_ component: @autoclosure () -> String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as ConversionError { throw error.at(component()) }
}
