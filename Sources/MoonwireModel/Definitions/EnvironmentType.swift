import MoonwireSupport
package import MoonwireValues

/// How the text of an environment variable is read.
package indirect enum EnvironmentType: Sendable, Hashable {
    case string
    case int
    case number
    case bool
    case list
    case json
    case file
    /// A string without the white space around it.
    case trim
    /// A string from its Base64 form.
    case base64
    case choice([String])
    /// What a function of a script or of the application returns.
    case processor(EnvironmentProcessor)
    /// What the first type reads, read again as the second: `%env(json:file:NAME)%`.
    case chain(EnvironmentType, then: EnvironmentType)

    /// The type by the name that scripts use in `%env(int:NAME)%`.
    package init?(name: String) {
        switch name {
        case "string": self = .string
        case "int": self = .int
        case "number": self = .number
        case "bool": self = .bool
        case "list": self = .list
        case "json": self = .json
        case "file": self = .file
        case "trim": self = .trim
        case "base64": self = .base64
        default: return nil
        }
    }

    package static let names = ["string", "int", "number", "bool", "list", "json", "file", "trim", "base64"]

    /// The name in scripts, with those of the types that are read before.
    package var name: String {
        switch self {
        case .string: "string"
        case .int: "int"
        case .number: "number"
        case .bool: "bool"
        case .list: "list"
        case .json: "json"
        case .file: "file"
        case .trim: "trim"
        case .base64: "base64"
        case .choice: "enum"
        case .processor(let processor): processor.name
        case .chain(let first, let last): "\(last.name):\(first.name)"
        }
    }

    /// Whether a value of the type is a string, which another type can read; what a processor returns is known when it runs.
    package var isText: Bool {
        switch self {
        case .processor: true
        case .string, .file, .trim, .base64, .choice: true
        case .int, .number, .bool, .list, .json: false
        case .chain(_, let last): last.isText
        }
    }

    /// Whether some part of the value is read as JSON.
    var readsJSON: Bool {
        switch self {
        case .json: true
        case .chain(let first, let last): first.readsJSON || last.readsJSON
        default: false
        }
    }

    /// Whether a processor reads some part of the value.
    package var runsProcessor: Bool {
        switch self {
        case .processor: true
        case .chain(let first, let last): first.runsProcessor || last.runsProcessor
        default: false
        }
    }

    /// Whether the variable contains the path of a file.
    package var readsFile: Bool {
        switch self {
        case .file: true
        case .chain(let first, _): first.readsFile
        default: false
        }
    }

    /// The most bytes that a file has of which a variable gives the path: 16 MiB.
    package static let largestFile = 16 << 20

    /// Whether a script may state a default for a missing variable; null is always allowed.
    package func accepts(_ value: PlainValue) -> Bool {
        switch (self, value) {
        case (_, .null), (.json, _), (.processor, _), (.string, .text), (.file, .text), (.trim, .text),
            (.base64, .text),
            (.int, .integer), (.number, .integer),
            (.number, .number), (.bool, .boolean), (.list, .list), (.list, .map([:])):
            true
        case (.choice(let choices), .text(let text)): choices.contains(text)
        // An empty table is both a list and a map.
        case (.list, .map(let entries)): entries.isEmpty
        default: false
        }
    }

    /// The expected contents of the variable, for messages.
    package var expectation: String {
        switch self {
        case .string, .trim: "a string"
        case .processor(let processor): "what processor \"\(processor.name)\" can read"
        case .base64: "a UTF-8 string in Base64"
        case .chain(.file, let last): "the path of a file with \(last.expectation)"
        case .chain(.base64, let last): "the Base64 form of \(last.expectation)"
        case .chain(_, let last): last.expectation
        case .int: "an integer"
        case .number: "a number"
        case .bool: "true, false, yes, no, on, off, 1, or 0"
        case .list: "strings separated by commas"
        case .json: "JSON"
        case .file: "the path of a readable file"
        case .choice(let choices): "one of \(choices.map { "\"\($0)\"" }.joined(separator: ", "))"
        }
    }

    /// The typed value of a string; nil if the string does not represent a value of this type.
    ///
    /// A file must be a regular one, and have at most ``largestFile`` bytes.
    package func value(of text: String) -> PlainValue? {
        try? typedValue(of: text)
    }

    /// The same; throws the reason if the file cannot be read, which `file` does.
    func typedValue(
        of text: String, file: (String) throws(FileRefusal) -> String = Self.content
    ) throws(VariableRefusal) -> PlainValue? {
        switch self {
        case .chain(let first, let last):
            return try last.typedValue(ofResult: first.typedValue(of: text, file: file), first, file)
        case .processor(let processor):
            do { return try processor.value(of: text) } catch { throw .processor(processor, error) }
        case .trim: return .text(text.trimmed)
        case .base64: return text.decodedBase64.map(PlainValue.text)
        case .string: return .text(text)
        case .int: return Int64(text.trimmed).map(PlainValue.integer)
        case .number: return Double(text.trimmed).map(PlainValue.number)
        case .bool: return Self.boolean(text.trimmed.lowercased()).map(PlainValue.boolean)
        case .list: return .list(text.isEmpty ? [] : text.split(separator: ",").map { .text(String($0).trimmed) })
        case .json: return JSONText(text).value
        case .file: do { return .text(try file(text)) } catch { throw .file(error) }
        case .choice(let choices): return choices.contains(text) ? .text(text) : nil
        }
    }

    /// The typed value of what the type before has read; nil if that is nil.
    private func typedValue(
        ofResult value: PlainValue?, _ former: EnvironmentType, _ file: (String) throws(FileRefusal) -> String
    ) throws(VariableRefusal) -> PlainValue? {
        switch (value, former) {
        case (.text(let text)?, _): try typedValue(of: text, file: file)
        case (let value?, .processor(let processor)), (let value?, .chain(_, then: .processor(let processor))):
            throw .noText(processor, value, self)
        default: nil
        }
    }

    static func content(ofFile path: String) throws(FileRefusal) -> String {
        try OpenFile(path).text(limit: largestFile)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0", "": false
        default: nil
        }
    }
}

extension String {
    /// The string of which this is the Base64 form, which may have line breaks; nil if it is none.
    var decodedBase64: String? {
        Data(base64Encoded: filter { !$0.isWhitespace }).flatMap { String(bytes: $0, encoding: .utf8) }
    }

    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
