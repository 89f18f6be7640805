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

    /// An implementation of a base class that lacks what the class of a service declares besides.
    static func missingResource(
        _ slot: SlotDescription, _ implementation: String, of owner: String, for service: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidImplementation,
            "\(service.phrase): implementation \("\(owner).\(implementation)".quoted) has no \(slot.name.quoted)",
            at: location, hints: ["\(owner) declares it as \(slot.type)"])
    }

    /// A name that no script gives an implementation; `subject` is what names it, with a colon.
    package static func unknownImplementation(
        _ name: String, of owner: String, _ ownerNames: [[String]], _ subject: String, in graph: DefinitionGraph,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let (near, known) = graph.implementations.suggestions(for: name, of: ownerNames)
        let written = "\(owner).\(name)".quoted
        let hint =
            !known.isEmpty
            ? "its implementations are \(known.joined(separator: ", "))"
            : name.isEmpty || name.contains(".")
                ? "the name of an implementation is not empty, and has no dots"
                : "write `implementation \(written) { … }` in a script"
        return Diagnostic(
            .invalidImplementation, "\(subject)implementation \(written) is not defined",
            at: location, suggestions: near, hints: near.isEmpty ? [hint] : [])
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
