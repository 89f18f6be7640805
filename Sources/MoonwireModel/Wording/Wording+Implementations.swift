package import MoonwireValues

// Messages about implementations.

extension Diagnostic.Code {
    /// An implementation does not give what its class requires, or is not defined.
    public static let invalidImplementation = Diagnostic.Code("invalid-implementation")
}

extension Diagnostic {
    static func implementationOfUnknown(
        _ implementation: ImplementationDefinition, isType: Bool, near: [String]
    ) -> Diagnostic {
        let owner = implementation.owner
        return Diagnostic(
            .invalidImplementation,
            "\(implementation.phrase): " + (isType ? "\(owner) has no resources" : "no owner \(owner.quoted) is known"),
            at: implementation.origin.location, suggestions: near,
            hints: isType
                ? ["declare them with `@Resource`"]
                : near.isEmpty
                    ? ["`services.registerOwner(\(owner).self)` registers an owner that the application creates itself"]
                    : [])
    }

    static func ambiguousImplementation(
        _ implementation: ImplementationDefinition, _ candidates: [String]
    ) -> Diagnostic {
        Diagnostic(
            .ambiguousType,
            "\(implementation.phrase): owner \(implementation.owner.quoted) could be \(candidates.quotedAlternatives)",
            at: implementation.origin.location, hints: ["write the full name"])
    }

    static func surplusResource(
        _ name: String, _ rule: InjectionRule, of owner: String, _ known: [String]
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .invalidImplementation, "\(rule.phrase): \(owner) has no resource \(name.quoted)", at: rule.source.location,
            suggestions: near, hints: near.isEmpty ? ["its resources are \(known.joined(separator: ", "))"] : [])
    }

    static func missingResource(_ slot: SlotDescription, _ implementation: ImplementationDefinition) -> Diagnostic {
        Diagnostic(
            .invalidImplementation, "\(implementation.phrase) has no \(slot.name.quoted)",
            at: implementation.origin.location,
            hints: ["\(implementation.owner) declares it as \(slot.type)"])
    }

    /// A name that no script gives an implementation; `subject` is what names it, with a colon.
    package static func unknownImplementation(
        _ name: String, of owner: String, _ subject: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        let all =
            known.isEmpty
            ? "write `implementation \("\(owner).\(name)".quoted) { … }` in a script"
            : "its implementations are \(known.joined(separator: ", "))"
        return Diagnostic(
            .invalidImplementation, "\(subject)implementation \("\(owner).\(name)".quoted) is not defined",
            at: location, suggestions: near, hints: near.isEmpty ? [all] : [])
    }

    /// An object with resources that names no implementation.
    package static func notImplemented(_ slot: String, _ owner: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidImplementation, "slot \(slot) has no implementation: \(owner) does not conform to Implemented",
            at: location, hints: ["declare `\(owner): Implemented`, with `var implementation: String`"])
    }
}

extension ImplementationDefinition {
    fileprivate var phrase: String { "implementation \(name.quoted)" }
}
