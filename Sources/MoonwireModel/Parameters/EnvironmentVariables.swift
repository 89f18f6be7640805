package import MoonwireSupport

/// Where the variables of the environment are read from.
public struct EnvironmentVariables: Sendable {
    /// Receives each read, and the text that was read; nil if there was none.
    package typealias Note = @Sendable (EnvironmentReading, String?) -> Void

    private let lookup: @Sendable (String) -> String?
    private let secrets: ReadSecrets
    private var note: Note?

    public init(_ lookup: @escaping @Sendable (String) -> String?) {
        self.init(lookup, ReadSecrets())
    }

    private init(_ lookup: @escaping @Sendable (String) -> String?, _ secrets: ReadSecrets) {
        self.lookup = lookup
        self.secrets = secrets
    }

    /// The variables of this process, read anew each time.
    public static let process = EnvironmentVariables { ProcessInfo.processInfo.environment[$0] }

    /// The value of a variable; nil if it is not set.
    public subscript(name: String) -> String? { lookup(name) }

    /// Returns the same variables, and calls `note` for each that is read, and for each file to which one leads.
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

    /// Says what was read of the file to which a variable leads; nil when it could not be read.
    func note(fileOf name: String, _ content: String?) { note?(.file(name), content) }

    /// The digest of a variable or of a file as it is now; nil if there is none.
    package func digest(of reading: EnvironmentReading) -> TextDigest? {
        let text: String? =
            switch reading {
            case .variable(let name): lookup(name)
            case .file(let name): lookup(name).flatMap { try? EnvironmentType.content(ofFile: $0) }
            }
        return text.map(TextDigest.init)
    }

    /// The value of a secret, which is masked in messages from now on, also when the variable has another one by then.
    func secret(_ name: String) -> String? {
        let value = lookup(name)
        if let value { secrets.remember(value, of: name) }
        return value
    }

    /// The value that a secret has now, and those that it had when it was read.
    func values(ofSecret name: String) -> [String] {
        let known = secrets[name]
        guard let value = lookup(name), !known.contains(value) else { return known }
        return known + [value]
    }
}

/// The values that secrets had when they were read: instances may hold them still.
private final class ReadSecrets: Sendable {
    /// The oldest are forgotten, as a program may run for years.
    private static let mostOfEach = 100

    private let values = Lock<[String: [String]]>([:])

    subscript(name: String) -> [String] { values.withLock { $0[name] ?? [] } }

    func remember(_ value: String, of name: String) {
        values.withLock { values in
            guard values[name]?.contains(value) != true else { return }
            values[name, default: []].append(value)
            if values[name, default: []].count > Self.mostOfEach { values[name]?.removeFirst() }
        }
    }
}
