import MoonwireCore
import MoonwireValues

/// Reads the text forms: `%name%`, `%env(int:NAME)%`, `%%`, `@id`, `@?id` and `@@text`.
///
/// What begins like a form and is not one is a fault: it would arrive as it is written, and nobody would notice.
struct TextForms {
    /// What keeps a form from being understood.
    struct Fault: Error {
        enum Reason {
            /// `%env(itn:PORT)%`
            case unknownType(String)
            /// `%env(json:file:PORT)%`
            case chain
            /// `%env(a b)%`
            case variable(String)
            /// `%env(PORT%`
            case unfinished
            /// `%smtp-host%`
            case parameter(String)
            /// `@?`
            case noID
        }

        /// The form as it is written.
        let form: String
        let reason: Reason
    }

    private let location: ScriptLocation?

    /// - Parameter location: Where variables of the environment say that they were written.
    init(at location: ScriptLocation?) {
        self.location = location
    }

    /// Whether a text may stand for something else: false for most, at the cost of one look at its bytes.
    static func mayBe(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.first == UInt8(ascii: "@") || $0.contains(UInt8(ascii: "%")) }
    }

    /// The value that a text in a script's table stands for.
    func value(_ text: String) throws(Fault) -> WiredValue {
        if text.utf8.first == UInt8(ascii: "@") {
            let rest = text.dropFirst()
            if rest.utf8.first == UInt8(ascii: "@") { return try templated(String(rest)) }
            if rest.utf8.first == UInt8(ascii: "?") {
                guard rest.utf8.count > 1 else { throw Fault(form: text, reason: .noID) }
                return .reference(ServiceReference(String(rest.dropFirst()), kind: .optional))
            }
            if !rest.isEmpty { return .reference(ServiceReference(String(rest))) }
        }
        return try templated(text)
    }

    /// The parts of a text in which only placeholders count: a type, a method.
    func template(_ text: String) throws(Fault) -> TextTemplate {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return TextTemplate([.text(text)]) }
        return TextTemplate(try parts(of: text))
    }

    private func templated(_ text: String) throws(Fault) -> WiredValue {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return .value(.text(text)) }
        let template = TextTemplate(try parts(of: text))
        return template.plainText.map { .value(.text($0)) } ?? .template(template)
    }

    private func parts(of text: String) throws(Fault) -> [TextTemplate.Part] {
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
            if let part = try placeholder(after[..<(end ?? after.endIndex)], isClosed: end != nil), let end {
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(part)
                rest = after[after.index(after: end)...]
            } else {
                plain += "%"
                rest = after
            }
        }
        plain += rest
        if !plain.isEmpty { parts.append(.text(plain)) }
        return parts
    }

    /// What begins with a percent sign; nil when it is just text.
    private func placeholder(_ content: Substring, isClosed: Bool) throws(Fault) -> TextTemplate.Part? {
        if content.hasPrefix("env(") {
            guard isClosed, content.hasSuffix(")") else {
                throw Fault(form: "%\(content)\(isClosed ? "%" : "")", reason: .unfinished)
            }
            return .environment(try environment(content))
        }
        guard isClosed else { return nil }
        let name = String(content)
        if ParameterTree.isName(name) { return .parameter(name) }
        guard content.looksLikeName else { return nil }
        throw Fault(form: "%\(name)%", reason: .parameter(name))
    }

    /// `env(NAME)` or `env(int:NAME)`.
    private func environment(_ content: Substring) throws(Fault) -> EnvironmentReference {
        let pieces = content.dropFirst(4).dropLast().split(separator: ":", omittingEmptySubsequences: false)
        let (name, types) = (String(pieces.last ?? ""), pieces.dropLast().map(String.init))
        var type = EnvironmentType.string
        if let first = types.first {
            guard let known = EnvironmentType(name: first) else {
                throw Fault(form: "%\(content)%", reason: .unknownType(first))
            }
            type = known
        }
        guard types.count < 2 else { throw Fault(form: "%\(content)%", reason: .chain) }
        guard ParameterTree.isName(name), !name.contains(".") else {
            throw Fault(form: "%\(content)%", reason: .variable(name))
        }
        return EnvironmentReference(name, type: type, isSecret: false, location: location)
    }
}

extension Substring {
    /// Whether what stands between two percent signs was probably meant as a name: it begins like one, and has no spaces
    /// or marks with which sentences go on. `20% to 30%` and `%20b%20` do not.
    fileprivate var looksLikeName: Bool {
        guard let start = first(where: { $0 != "." }), start.isLetter || start == "_" else { return false }
        return allSatisfy { $0.isLetter || $0.isNumber || "_-.:/()$".contains($0) }
    }
}
