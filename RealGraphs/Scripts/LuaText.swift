import Foundation

/// How the strings, and the names of parameters, of the data are written in scripts.
struct LuaText {
    /// The parameters to whose names others are added: `a` beside `a.b`, which scripts cannot have.
    private let prefixes: Set<String>

    init(parameters: Set<String>) {
        var prefixes: Set<String> = []
        for name in parameters {
            var parts = name.split(separator: ".", omittingEmptySubsequences: false).dropLast()
            while !parts.isEmpty {
                let prefix = parts.joined(separator: ".")
                if parameters.contains(prefix) { prefixes.insert(prefix) }
                parts = parts.dropLast()
            }
        }
        self.prefixes = prefixes
    }

    /// The name of a parameter in scripts.
    func name(ofParameter name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Names.identifier(String($0)) }
        return parts.joined(separator: ".") + (prefixes.contains(name) ? "_" : "")
    }

    /// The parameters in a string, variables of the environment included.
    static func parameters(in text: String) -> [String] {
        parts(of: text).compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The string as a literal, or with `raw`.
    ///
    /// `defaults` are the values of variables that the data gives as parameters.
    func value(_ text: String, defaults: [String: String] = [:]) -> LuaValue {
        let parts = Self.parts(of: text)
        guard parts.contains(where: { if case .parameter = $0 { true } else { false } }) else {
            let plain = parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
            return plain.contains("%") ? .word("raw", .quoted(plain)) : .quoted(Self.escaped(plain))
        }
        let written = parts.map { part in
            switch part {
            case .text(let text): text.replacingOccurrences(of: "%", with: "%%")
            case .parameter(let name): "%\(placeholder(name, defaults))%"
            }
        }
        return .quoted(Self.escaped(written.joined()))
    }

    /// A string that begins with an at sign is a reference.
    private static func escaped(_ text: String) -> String { text.hasPrefix("@") ? "@" + text : text }

    private func placeholder(_ name: String, _ defaults: [String: String]) -> String {
        guard name.hasPrefix("env("), name.hasSuffix(")") else { return self.name(ofParameter: name) }
        let chain = String(name.dropFirst(4).dropLast())
        let variable = chain.split(separator: ":").last.map(String.init) ?? chain
        guard let value = defaults[variable] else { return name }
        return "env(default:\(value):\(chain == variable ? "string:" : "")\(chain))"
    }

    private enum Part {
        case text(String)
        case parameter(String)
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            let after = rest.index(after: percent)
            let end = rest[after...].firstIndex { $0 == "%" || $0.isWhitespace }
            if percent > rest.startIndex { parts.append(.text(String(rest[..<percent]))) }
            if let end, rest[end] == "%" {
                parts.append(end == after ? .text("%") : .parameter(String(rest[after..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                parts.append(.text("%"))
                rest = rest[after...]
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }
}
