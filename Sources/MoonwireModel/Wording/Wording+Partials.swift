import MoonwireValues

// Messages about partials.

extension Diagnostic.Code {
    /// A partial is not defined, or cannot be used as it is written.
    public static let invalidPartial = Diagnostic.Code("invalid-partial")
}

extension Diagnostic {
    /// A name that no script gives a partial.
    package static func unknownPartial(_ name: String, near: [String]) -> Diagnostic {
        Diagnostic(
            .invalidPartial, "partial \(name.quoted) is not defined", at: nil, suggestions: near,
            hints: near.isEmpty ? ["write `partial \(name.quoted) { … }` in a script"] : [])
    }

    static func asynchronousPartial(_ definition: Definition, _ reason: String) -> Diagnostic {
        Diagnostic(
            .invalidPartial, "\(definition.phrase) cannot be built asynchronously: \(reason)",
            at: definition.origin.location, hints: ["define a service, and resolve it with `try await`"])
    }

    static func noPartial(for slot: SlotDescription, of owner: String, near: [String]) -> Diagnostic {
        Diagnostic(
            .invalidPartial, "slot \(owner).\(slot.name): no partial makes \(slot.type)", at: nil, severity: .warning,
            suggestions: near,
            hints: near.isEmpty ? ["write `partial \(slot.type.quoted) { … }` in a script"] : [])
    }
}
