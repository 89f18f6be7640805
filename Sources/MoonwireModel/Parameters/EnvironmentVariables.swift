package import MoonwireSupport
import MoonwireValues

/// The source of environment variables.
public struct EnvironmentVariables: Sendable {
    /// Called for each read with the string that was read; nil if there was none.
    package typealias Note = @Sendable (EnvironmentReading, String?) -> Void

    private let lookup: @Sendable (String) -> String?
    private let secrets: ReadSecrets
    private var note: Note?

    /// Creates a source from a function that returns the value of a variable.
    public init(_ lookup: @escaping @Sendable (String) -> String?) {
        self.init(lookup, ReadSecrets())
    }

    private init(_ lookup: @escaping @Sendable (String) -> String?, _ secrets: ReadSecrets) {
        self.lookup = lookup
        self.secrets = secrets
    }

    /// The variables of this process, read again for each use.
    public static let process = EnvironmentVariables { ProcessInfo.processInfo.environment[$0] }

    /// The value of a variable; nil if it is not set.
    public subscript(name: String) -> String? { lookup(name) }

    /// Returns the same variables, and calls `note` for each that is read and for each file that one names.
    package func noting(_ note: @escaping Note) -> Self {
        let noted = { @Sendable [lookup] name in
            let value = lookup(name)
            note(.variable(name), value)
            return value
        }
        var variables = Self(noted, secrets)
        variables.note = note
        return variables
    }

    /// Records the contents of the file that a variable names; nil if it could not be read.
    func note(fileOf name: String, _ content: String?) { note?(.file(name), content) }

    /// The digest of the current value of a variable or of a file; nil if there is none.
    package func digest(of reading: EnvironmentReading) -> TextDigest? {
        let text: String? =
            switch reading {
            case .variable(let name): lookup(name)
            case .file(let name): lookup(name).flatMap { try? EnvironmentType.content(ofFile: $0) }
            }
        return text.map(TextDigest.init)
    }

    /// Records what a processor returned for a variable, which is masked as its value is if the variable is a secret.
    func note(_ value: PlainValue, derivedFrom name: String) {
        secrets.remember(value, derivedFrom: name)
    }

    /// Records the value of a secret, which is masked in messages from now on, even after the variable changes.
    func secret(_ name: String) -> String? {
        let value = lookup(name)
        if let value { secrets.remember(value, of: name) }
        return value
    }

    /// The current value of a secret, and its earlier values.
    func values(ofSecret name: String) -> [String] {
        let known = secrets[name]
        guard let value = lookup(name), !known.contains(value) else { return known }
        return known + [value]
    }

    /// The strings that processors have returned for a secret.
    func derivedTexts(ofSecret name: String) -> [String] { secrets.values(derivedFrom: name).flatMap(\.texts) }
}

/// The earlier values of secrets, which instances may still hold.
private final class ReadSecrets: Sendable {
    /// The oldest values are dropped, because a program may run for years.
    static let mostOfEach = 100

    private let values = Lock<[String: [String]]>([:])
    /// What processors returned, whole: every string in it is masked.
    private let derived = Lock<[String: [PlainValue]]>([:])

    subscript(name: String) -> [String] { values.withLock { $0[name] ?? [] } }

    func remember(_ value: String, of name: String) {
        values.withLock { values in
            guard values[name]?.contains(value) != true else { return }
            values[name, default: []].append(value)
            if values[name, default: []].count > Self.mostOfEach { values[name]?.removeFirst() }
        }
    }

    func values(derivedFrom name: String) -> [PlainValue] { derived.withLock { $0[name] ?? [] } }

    func remember(_ value: PlainValue, derivedFrom name: String) {
        derived.withLock { derived in
            guard derived[name]?.contains(value) != true else { return }
            derived[name, default: []].append(value)
            if derived[name, default: []].count > Self.mostOfEach { derived[name]?.removeFirst() }
        }
    }
}

extension PlainValue {
    /// The strings in it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let elements): elements.flatMap(\.texts)
        case .map(let entries): entries.values.flatMap(\.texts)
        case .table(let entries): entries.values.flatMap(\.texts)
        case .null, .boolean, .integer, .number, .data: []
        }
    }
}
