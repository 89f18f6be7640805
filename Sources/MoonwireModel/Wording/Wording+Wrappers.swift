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
}
