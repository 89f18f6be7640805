/// A parameter of an initializer or a method.
struct Parameter: Sendable, Equatable {
    /// The argument label; nil for `_`.
    let label: String?
    /// The label, or else the name in the body; nil if it has neither.
    let name: String?
    /// Nil if the declaration is in an unknown form.
    let type: TypeText?
    /// The default value as it is written.
    let defaultText: String?
}

/// The part of a function's declaration from its parameters on.
struct ParameterList {
    let parameters: [Parameter]
    /// The text after the parameters: ` async throws -> Int`.
    let rest: String

    init(_ symbol: Symbol) {
        let fragments = symbol.declarationFragments
        let starts = fragments.indices.filter { fragments[$0].kind == "externalParam" }
        guard !starts.isEmpty else {
            parameters = []
            rest = fragments.text.split(separator: "()", maxSplits: 1).dropFirst().joined()
            return
        }
        let signature = symbol.functionSignature?.parameters ?? []
        var rest = ""
        parameters = starts.enumerated().map { number, start in
            let isLast = number == starts.count - 1
            let end = isLast ? fragments.count : starts[number + 1]
            let text = Array(fragments[start..<end]).text
            let described = number < signature.count ? signature[number] : nil
            let part = ParameterText(text, type: described?.type)
            if isLast { rest = part.rest }
            let label = fragments[start].spelling
            let name = described.map(\.name) ?? label
            return Parameter(
                label: label == "_" ? nil : label, name: name == "_" || name.isEmpty ? nil : name,
                type: part.isUnderstood ? described?.type : nil, defaultText: part.defaultText)
        }
        self.rest = rest
    }

    /// Whether a word such as `async` is in the declaration after the parameters.
    func hasEffect(_ effect: String) -> Bool {
        let effects = rest.split(separator: "->", maxSplits: 1).first ?? ""
        return effects.split { " ()".contains($0) }.contains { $0 == effect }
    }
}

extension Symbol.FunctionSignature.Parameter {
    /// The fragments after the name and its colon.
    fileprivate var type: TypeText? {
        guard let colon = declarationFragments.firstIndex(where: { $0.spelling.hasPrefix(":") }) else { return nil }
        let first = declarationFragments[colon]
        let begin = Fragment(
            kind: first.kind, spelling: first.spelling.dropFirst().trimmedStart, preciseIdentifier: nil)
        return TypeText([begin] + declarationFragments[(colon + 1)...])
    }
}

extension StringProtocol {
    fileprivate var trimmedStart: String { String(drop(while: \.isWhitespace)) }
}

/// The text of a parameter: `at position: Double? = nil, `.
private struct ParameterText {
    let isUnderstood: Bool
    let defaultText: String?
    /// The text after the closing parenthesis of the list, if this is the last parameter.
    let rest: String

    init(_ text: String, type: TypeText?) {
        guard let type, let colon = text.firstRange(of: ": "), text[colon.upperBound...].hasPrefix(type.written) else {
            (isUnderstood, defaultText, rest) = (false, nil, BalancedText(text).untilClosed.rest)
            return
        }
        let (content, end) = BalancedText(String(text[colon.upperBound...].dropFirst(type.written.count))).untilClosed
        isUnderstood = true
        rest = String(end.dropFirst())
        guard let equals = content.firstRange(of: "=") else {
            defaultText = nil
            return
        }
        let value = content[equals.upperBound...].trimmed
        defaultText = BalancedText(value.hasSuffix(",") ? String(value.dropLast()) : value).onOneLine
    }
}
