import MoonwireCore
import MoonwireValues

// Sentences about what builds a service.

extension Diagnostic {
    static func nothingMakesIt(_ subject: String, maySupply: Bool, at location: ScriptLocation?) -> Diagnostic {
        let supply = maySupply ? ", or `synthetic = true` when the application supplies it" : ""
        return Diagnostic(
            .missingTable, "\(subject): it has no \"type\" and no \"factory\"", at: location,
            hints: ["give it a `type` or a `factory`\(supply)"])
    }

    static func conflict(_ subject: String, _ one: String, _ other: String, at location: ScriptLocation?) -> Diagnostic
    {
        Diagnostic(.conflictingDefinition, "\(subject): \"\(one)\" and \"\(other)\" cannot be combined", at: location)
    }

    static func limitOfOtherPolicy(
        _ policy: ReloadPolicy, _ subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unexpectedValue,
            "\(subject): only \"drain\" takes a limit in \"reload\", not \"\(policy.name)\"", at: location)
    }

    static func scopeWithoutTime(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidScope, "\(subject): scope \"cached\" needs the time for which an instance is used", at: location,
            hints: ["write `scope = { \"cached\", ttl = 60 }`, in seconds"])
    }

    static func syntheticScope(_ subject: String, _ scope: ServiceScope, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .conflictingDefinition, "\(subject): \"synthetic\" and scope \"\(scope.rawValue)\" cannot be combined",
            at: location,
            hints: ["the application supplies one instance, which is shared"])
    }
}
