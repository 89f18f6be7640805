extension [Diagnostic] {
    /// The remarks that one of these rules has no effect.
    package func onRules(_ rules: [InjectionRule]) -> [Diagnostic] {
        let lines = Set(rules.compactMap(\.origin.location))
        return filter { remark in
            guard remark.code == .shadowedRule || remark.code == .unmatchedRule else { return false }
            return remark.location.map(lines.contains) == true
        }
    }
}

extension Diagnostic {
    /// The same as a fault.
    package var asFault: Diagnostic {
        Diagnostic(code, message, at: location, suggestions: suggestions, path: path, hints: hints)
    }
}
