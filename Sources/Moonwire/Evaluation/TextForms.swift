import MoonwireCore
import MoonwireValues

/// Reads the text forms: `%name%`, `%env(int:NAME)%`, `%%`, `@id`, `@?id` and `@@text`.
///
/// A string that begins like a form but is not one is a fault; otherwise it would be passed on unchanged.
struct TextForms {
    /// Why a form is not valid.
    struct Fault: Error {
        enum Reason {
            /// `%env(itn:PORT)%`
            case unknownType(String, processors: [String])
            /// `%env(int:json:PORT)%`
            case typeOfNoText(String, String)
            /// `%env(file:trim:PATH)%`
            case fileOfValue(String)
            case tooManyTypes
            /// `%env(default:PORT)%`
            case noDefault
            /// `%env(default:http:int:PORT)%`
            case unfitDefault(String, EnvironmentType)
            /// `%env(default:key.pem:file:KEY)%`
            case defaultOfFile
            /// `%env(a b)%`
            case variable(String)
            /// `%env(PORT%`
            case unfinished
            /// `%smtp-host%`
            case parameter(String)
            /// `%host`, where there is a parameter `host`
            case unclosed(String)
            /// `@?`
            case noID
            /// `@?%transport%`
            case placeholderInID
        }

        /// The form as it is written.
        let form: String
        let reason: Reason
    }

    /// The largest number that is collected from one string.
    private static let mostUnclosed = 20

    private let location: ScriptLocation?
    /// The module of the file that contains the string.
    private let module: FileModule?
    /// The types that scripts and the application have added.
    private let processors: [String: EnvironmentProcessor]
    /// The names behind percent signs that are plain text.
    ///
    /// One that is the name of a parameter was meant as `%name%`.
    private(set) var unclosed: [String] = []
    /// The variables whose files are read when a service is built.
    private(set) var files: [EnvironmentReference] = []

    /// Creates the reader of forms; `location` is that of the environment variables in them.
    init(
        at location: ScriptLocation?, _ processors: [String: EnvironmentProcessor], in module: FileModule? = nil
    ) {
        self.location = location
        self.module = module
        self.processors = processors
    }

    /// Whether a string may contain a form.
    ///
    /// This reads its bytes once.
    static func mayBe(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.first == UInt8(ascii: "@") || $0.contains(UInt8(ascii: "%")) }
    }

    /// The value of a string in a script's table.
    mutating func value(_ text: String) throws(Fault) -> WiredValue {
        if text.utf8.first == UInt8(ascii: "@") {
            let rest = text.dropFirst()
            if rest.utf8.first == UInt8(ascii: "@") { return try templated(String(rest)) }
            if rest.utf8.first == UInt8(ascii: "?") {
                guard rest.utf8.count > 1 else { throw Fault(form: text, reason: .noID) }
                return .reference(
                    ServiceReference(textForm: try id(rest.dropFirst(), in: text), kind: .optional, in: module))
            }
            if !rest.isEmpty {
                return .reference(ServiceReference(textForm: try id(rest, in: text), kind: .required, in: module))
            }
        }
        return try templated(text)
    }

    private mutating func id(_ id: Substring, in text: String) throws(Fault) -> String {
        guard try template(String(id)).plainText != nil else { throw Fault(form: text, reason: .placeholderInID) }
        return String(id)
    }

    /// The parts of a string that may contain placeholders only: a type, a method.
    mutating func template(_ text: String) throws(Fault) -> TextTemplate {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return TextTemplate([.text(text)]) }
        return TextTemplate(try parts(of: text))
    }

    private mutating func templated(_ text: String) throws(Fault) -> WiredValue {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return .value(.text(text)) }
        let template = TextTemplate(try parts(of: text))
        return template.plainText.map { .value(.text($0)) } ?? .template(template)
    }

    private mutating func parts(of text: String) throws(Fault) -> [TextTemplate.Part] {
        var parts: [TextTemplate.Part] = []
        var plain = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            plain += rest[..<percent]
            let after = rest[rest.index(after: percent)...]
            if after.first == "%" {
                plain += "%"
                rest = after.dropFirst()
                continue
            }
            let end = after.firstIndex(of: "%")
            let content = after[..<(end ?? after.endIndex)]
            let isAlone = !text[..<percent].endsInWord && !text[content.endIndex...].dropFirst().beginsWithWord
            if let part = try placeholder(content, isClosed: end != nil, isAlone: isAlone), let end {
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(part)
                rest = after[after.index(after: end)...]
            } else {
                note(unclosed: after.leadingName)
                plain += "%"
                rest = after
            }
        }
        plain += rest
        if !plain.isEmpty { parts.append(.text(plain)) }
        return parts
    }

    private mutating func note(unclosed name: Substring) {
        guard !name.isEmpty, unclosed.count < Self.mostUnclosed else { return }
        unclosed.append(String(name))
    }

    /// The placeholder behind a percent sign; nil for plain text.
    ///
    /// `isAlone` states whether no letter, digit, or underscore is next to the two percent signs on the outside.
    private mutating func placeholder(
        _ content: Substring, isClosed: Bool, isAlone: Bool
    ) throws(Fault) -> TextTemplate.Part? {
        if content.hasPrefix("env(") {
            guard isClosed, content.hasSuffix(")") else {
                throw Fault(form: "%\(content)\(isClosed ? "%" : "")", reason: .unfinished)
            }
            let reference = try environment(content)
            if reference.type.readsFile { files.append(reference) }
            return .environment(reference)
        }
        guard isClosed else { return nil }
        let name = String(content)
        if ParameterTree.isName(name) { return .parameter(name) }
        if content.looksLikeVariable { throw Fault(form: "%\(name)%", reason: .variable(name)) }
        guard content.looksLikeName || isAlone && content.looksLikeNameWithMarks else { return nil }
        throw Fault(form: "%\(name)%", reason: .parameter(name))
    }

    /// `env(NAME)`, `env(int:NAME)`, `env(json:file:NAME)`, or `env(default:80:int:NAME)`.
    private func environment(_ content: Substring) throws(Fault) -> EnvironmentReference {
        let pieces = content.dropFirst(4).dropLast().split(separator: ":", omittingEmptySubsequences: false)
        let name = String(pieces.last ?? "")
        var types = pieces.dropLast().map(String.init)
        var defaultText: String?
        if types.first == "default" {
            guard types.count > 1 else { throw Fault(form: "%\(content)%", reason: .noDefault) }
            // With types, the default itself may contain colons.
            let isTyped = types.count > 2
            let count =
                isTyped ? max(1, types.dropFirst(2).reversed().prefix { self.type(named: $0) != nil }.count) : 0
            defaultText = types[1..<(isTyped ? types.count - count : 2)].joined(separator: ":")
            types = Array(types.suffix(count))
        }
        let type = try type(types, of: content)
        guard ParameterTree.isName(name), !name.contains(".") else {
            throw Fault(form: "%\(content)%", reason: .variable(name))
        }
        if let defaultText {
            if type.readsFile { throw Fault(form: "%\(content)%", reason: .defaultOfFile) }
            // A processor runs when the variable is read.
            guard type.runsProcessor || type.value(of: defaultText) != nil else {
                throw Fault(form: "%\(content)%", reason: .unfitDefault(defaultText, type))
            }
        }
        return EnvironmentReference(name, type: type, isSecret: false, default: defaultText, location: location)
    }

    /// The type of a variable from names, of which the last is that of the text in the variable.
    private func type(_ names: [String], of content: Substring) throws(Fault) -> EnvironmentType {
        guard names.count <= Self.mostTypes else { throw Fault(form: "%\(content)%", reason: .tooManyTypes) }
        var whole: EnvironmentType?
        var last = ""
        for name in names.reversed() {
            guard let type = self.type(named: name) else {
                throw Fault(form: "%\(content)%", reason: .unknownType(name, processors: processors.keys.sorted()))
            }
            if let former = whole {
                guard former.isText else { throw Fault(form: "%\(content)%", reason: .typeOfNoText(name, last)) }
                guard type != .file else { throw Fault(form: "%\(content)%", reason: .fileOfValue(last)) }
                whole = .chain(former, then: type)
            } else {
                whole = type
            }
            last = name
        }
        return whole ?? .string
    }

    private func type(named name: String) -> EnvironmentType? {
        EnvironmentType(name: name) ?? processors[name].map { .processor($0) }
    }

    static let mostTypes = 8
}

extension Substring {
    /// The name of a parameter at the beginning; empty if there is none.
    fileprivate var leadingName: Substring {
        let name = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
        let end = name.lastIndex { $0 != "." }.map { name.index(after: $0) } ?? name.startIndex
        return ParameterTree.isName(String(name[..<end])) ? name[..<end] : name.prefix(0)
    }

    /// Whether the string between two percent signs was probably meant as a name: it begins like one, and has no
    /// spaces or punctuation of a sentence.
    ///
    /// `20% to 30%` and `%20b%20` do not.
    fileprivate var looksLikeName: Bool {
        // `%{port}%` is a form of other containers.
        let name = first == "{" && last == "}" ? dropFirst().dropLast() : self
        guard let start = name.first(where: { $0 != "." }), start.isLetter || start == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || "_-.:/()$".contains($0) }
    }

    /// Whether this was probably meant as a parameter, but has marks in its name: `%smtp,host%`, `%host|upper%`.
    ///
    /// Inside a word it is text (`a%b@c%d`, `100%,50%`), as are formats (`%d,%s`). What begins with a digit is always
    /// text: `%5.2f%`, `%20b%`.
    fileprivate var looksLikeNameWithMarks: Bool {
        guard let start = first, start.isLetter || start == "_", endsInWord else { return false }
        return allSatisfy { $0.isLetter || $0.isNumber || "_-.:/,@+|".contains($0) }
    }

    fileprivate var beginsWithWord: Bool { first.map(\.isInWord) ?? false }
    fileprivate var endsInWord: Bool { last.map(\.isInWord) ?? false }

    /// Whether it was probably meant as a variable of the environment: `%env (PORT)%`, `%env[PORT]%`, `%env:PORT %`.
    fileprivate var looksLikeVariable: Bool {
        let head = drop { $0 == " " }
        if head.prefix(4).lowercased() == "env:" {
            let spaces = head.reversed().prefix { $0 == " " }.count
            return head.dropLast(spaces).looksLikeName
        }
        guard head.prefix(3).lowercased() == "env", let mark = head.dropFirst(3).first(where: { $0 != " " }) else {
            return false
        }
        return "([{".contains(mark)
    }
}

extension Character {
    fileprivate var isInWord: Bool { isLetter || isNumber || self == "_" }
}
