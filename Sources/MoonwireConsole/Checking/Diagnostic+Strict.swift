import MoonwireCore

extension Diagnostic {
    /// The same as a fault, if it is a warning.
    var strict: Diagnostic {
        guard severity == .warning else { return self }
        return Diagnostic(code, message, at: location, suggestions: suggestions, path: path, hints: hints)
    }
}

extension Diagnostic {
    /// The warning about a missing description of the types.
    static func missingTypes(_ path: String) -> Diagnostic {
        Diagnostic(
            .init("types-missing"),
            "\"\(path)\" is missing, so types are not checked: run `swift package generate-exposures`", at: nil,
            severity: .warning)
    }
}
