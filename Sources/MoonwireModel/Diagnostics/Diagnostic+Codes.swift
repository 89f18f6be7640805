// Codes of diagnostics about definitions and values; other codes are next to their sentences.

extension Diagnostic.Code {
    /// A service is not defined.
    public static let unknownService = Diagnostic.Code("unknown-service")
    /// A type is not exposed.
    public static let unknownType = Diagnostic.Code("unknown-type")
    /// A type name belongs to several exposed types.
    public static let ambiguousType = Diagnostic.Code("ambiguous-type")
    /// A type does not expose a member with that name.
    public static let unknownMember = Diagnostic.Code("unknown-member")
    /// No initializer or method takes the arguments that are given.
    public static let invalidArguments = Diagnostic.Code("invalid-arguments")
    /// A value does not have the type that is expected.
    public static let valueMismatch = Diagnostic.Code("value-mismatch")
    /// A parameter is not defined.
    public static let unknownParameter = Diagnostic.Code("unknown-parameter")
    /// Parameters refer to each other in a cycle.
    public static let parameterCycle = Diagnostic.Code("parameter-cycle")
    /// Parameters are nested too deeply.
    public static let parameterTooDeep = Diagnostic.Code("parameter-too-deep")
    /// A parameter is too large once its placeholders are filled in.
    public static let parameterTooLarge = Diagnostic.Code("parameter-too-large")
    /// A parameter cannot be part of a string.
    public static let notInterpolable = Diagnostic.Code("not-interpolable")
    /// A parameter that decides about a type, a factory, or an id is set.
    public static let fixedParameter = Diagnostic.Code("fixed-parameter")
    /// An environment variable is not set and has no default.
    public static let environmentMissing = Diagnostic.Code("environment-missing")
    /// An environment variable does not have the requested type.
    public static let environmentMismatch = Diagnostic.Code("environment-mismatch")
    /// Services need each other in a cycle.
    public static let serviceCycle = Diagnostic.Code("service-cycle")
    /// Aliases refer to each other in a cycle.
    public static let aliasCycle = Diagnostic.Code("alias-cycle")
    /// A scope is not defined.
    public static let unknownScope = Diagnostic.Code("unknown-scope")
    /// A type that is not `Sendable` has a scope that threads share.
    public static let notSendable = Diagnostic.Code("not-sendable")
    /// A definition replaces another one of the same file.
    public static let replacedDefinition = Diagnostic.Code("replaced-definition")
    /// A manifest of types is damaged or has an unknown version.
    public static let invalidManifest = Diagnostic.Code("invalid-manifest")
    /// An exposure is missing, or exposes a name twice.
    public static let invalidExposure = Diagnostic.Code("invalid-exposure")
    /// A method returned a value that is ignored.
    public static let droppedResult = Diagnostic.Code("dropped-result")
    /// Shared services would share an instance of scope graph.
    public static let sharedGraphInstance = Diagnostic.Code("shared-graph-instance")
}
