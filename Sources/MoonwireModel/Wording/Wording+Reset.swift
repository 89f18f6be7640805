import MoonwireValues

// Messages about instances that the application resets.

extension Diagnostic.Code {
    /// A service or a scope has no instances that could be forgotten and built again.
    public static let notResettable = Diagnostic.Code("not-resettable")
}

extension Diagnostic {
    package static func resetInOtherScope(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .notResettable,
            "\(definition.phrase) has scope \"\(definition.scope.rawValue)\", so the container has no instance to reset",
            at: definition.origin.location, hints: definition.scope.hintForReset)
    }

    package static func resetOfOtherScope(_ scope: ServiceScope) -> Diagnostic {
        Diagnostic(
            .notResettable, "the container has no instances of scope \"\(scope.rawValue)\" to reset", at: nil,
            hints: scope.hintForReset)
    }

    package static func resetAfterOtherNames(_ reading: EnvironmentReading) -> Diagnostic {
        let source =
            switch reading {
            case .variable(let name): "environment variable \(name)"
            case .file(let name): "the file in environment variable \(name)"
            }
        return Diagnostic(
            .notResettable,
            "\(source), which determines a type, a factory, a method, or a tag, has changed since the scripts were read",
            at: nil, hints: ["call `reload` first"])
    }

    package static func resetOfSynthetic(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .notResettable, "\(definition.phrase) is synthetic, so it cannot be built again after a reset",
            at: definition.origin.location, hints: ["supply another instance instead"])
    }
}

extension ServiceScope {
    fileprivate var hintForReset: [String] {
        if case .named = self { ["its instances end when the scope is closed"] } else { [] }
    }
}
