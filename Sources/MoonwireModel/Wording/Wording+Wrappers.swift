import MoonwireValues

extension Diagnostic.Code {
    /// The wrapper of a method of one object ended with a reload, and not with its object.
    public static let endedWrapper = Diagnostic.Code("ended-wrapper")
}

extension Diagnostic {
    package static func wrapperEnded(_ type: String, _ member: String, _ origin: Origin) -> Diagnostic {
        Diagnostic(
            .endedWrapper,
            "\(type).\(member) of an object that is kept is no longer wrapped: the scripts no longer contain this function",
            at: origin.location, severity: .note)
    }

    /// A key of what scripts define for a product besides Moonwire, such as `get` of an accessor.
    static func replacedKey(_ new: ModuleKey, _ old: ModuleKey, isSameLayer: Bool) -> Diagnostic {
        let suffix = old.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .replacedDefinition,
            "\(new.subject): \"\(new.name)\" is defined again; this replaces the definition\(suffix)",
            at: new.location, severity: new.origin.severity(ofReplacing: old.origin, isSameLayer: isSameLayer))
    }
}
