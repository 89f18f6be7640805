import MoonwireCore
import MoonwireValues

/// Reads the text forms: `%name%`, `%env(int:NAME)%`, `%%`, `@id`, `@?id` and `@@text`.
struct TextForms {
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
    func value(_ text: String) -> WiredValue {
        if text.utf8.first == UInt8(ascii: "@") {
            let rest = text.dropFirst()
            if rest.utf8.first == UInt8(ascii: "@") { return templated(String(rest)) }
            if rest.utf8.first == UInt8(ascii: "?") {
                return .reference(ServiceReference(String(rest.dropFirst()), kind: .optional))
            }
            if !rest.isEmpty { return .reference(ServiceReference(String(rest))) }
        }
        return templated(text)
    }

    /// The parts of a text in which only placeholders count: a type, a method.
    func template(_ text: String) -> TextTemplate {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return TextTemplate([.text(text)]) }
        return TextTemplate(parts(of: text))
    }

    private func templated(_ text: String) -> WiredValue {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return .value(.text(text)) }
        let template = TextTemplate(parts(of: text))
        return template.plainText.map { .value(.text($0)) } ?? .template(template)
    }

    private func parts(of text: String) -> [TextTemplate.Part] {
        var parts: [TextTemplate.Part] = []
        var plain = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            plain += rest[..<percent]
            let after = rest[rest.index(after: percent)...]
            if after.first == "%" {
                plain += "%"
                rest = after.dropFirst()
            } else if let end = after.firstIndex(of: "%"), let part = placeholder(String(after[..<end])) {
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

    /// What stands between two percent signs; nil when it is just text.
    private func placeholder(_ name: String) -> TextTemplate.Part? {
        if name.hasPrefix("env("), name.hasSuffix(")") {
            return environment(String(name.dropFirst(4).dropLast())).map { .environment($0) }
        }
        return Self.isName(name) ? .parameter(name) : nil
    }

    /// `NAME` or `int:NAME`.
    private func environment(_ text: String) -> EnvironmentReference? {
        let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = pieces.last, Self.isName(name), !name.contains(".") else { return nil }
        guard pieces.count == 2 else {
            return EnvironmentReference(name, type: .string, isSecret: false, location: location)
        }
        return EnvironmentType(name: pieces[0]).map {
            EnvironmentReference(name, type: $0, isSecret: false, location: location)
        }
    }

    /// Letters, digits and underscores, in steps divided by dots, each step beginning with a letter or underscore.
    static func isName(_ text: String) -> Bool {
        var atStart = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                atStart = false
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !atStart: break
            case UInt8(ascii: ".") where !atStart: atStart = true
            default: return false
            }
        }
        return !atStart
    }
}
