/// A string into which parameters and variables of the environment are filled.
package struct TextTemplate: Sendable {
    /// A part of the string.
    package enum Part: Sendable {
        case text(String)
        case parameter(String)
        case environment(EnvironmentReference)
    }

    package let parts: [Part]

    package init(_ parts: [Part]) {
        self.parts = parts
    }

    /// The only part, if it is a placeholder: its value keeps its type.
    package var single: Part? {
        guard parts.count == 1, let part = parts.first else { return nil }
        if case .text = part { return nil }
        return part
    }

    /// The names of the parameters that are filled in.
    package var parameterNames: [String] {
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Whether it contains no placeholders.
    package var isPlain: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// The string, if it contains no placeholders.
    package var plainText: String? {
        guard parts.count <= 1 else { return nil }
        guard let part = parts.first else { return "" }
        if case .text(let text) = part { return text }
        return nil
    }
}
