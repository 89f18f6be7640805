/// Why something cannot be exposed.
enum Reason: Sendable, Equatable {
    case isPrivate
    case deprecated
    case limitedAvailability
    case unavailable
    case failable
    case generic
    case mutating
    /// Another initializer, declared in a line, has the same labels.
    case sameLabels(line: Int)
    case parameter(String, ParameterReason)
    case staticProperty
    case isolatedProperty
    case asynchronousProperty
    case conditionalConformance
    case inheritedExposure(of: String)
}

/// Why a parameter cannot be given by a script.
enum ParameterReason: Sendable, Equatable {
    case `inout`
    case sending
    case variadic
    case function
    case autoclosure
    case tuple
    case unnamed
    case repeatedLabel
    case unknown
    /// It has no label and is followed by another one without a label, so it cannot be left out.
    case notOmittable
    /// The default refers to a declaration that is private.
    case privateDefault(String)
    /// The default depends on the place of the call, as `#line` does.
    case contextualDefault(String)
    case longDefault
}
