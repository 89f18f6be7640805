/// Collects the members of an ``Exposure``.
@resultBuilder public enum ExposureBuilder<Owner> {
    /// Members in the order in which they were written.
    public struct Members: Sendable {
        var initializers: [Callable] = []
        var methods: [Callable] = []
        var staticMethods: [Callable] = []
        var properties: [PropertyAccess] = []
        var casters: [AnyCaster] = []
    }

    /// One member.
    public static func buildExpression(_ member: any Exposure.Member<Owner>) -> Members { member.members }

    /// Members one after the other.
    public static func buildBlock(_ parts: Members...) -> Members { buildArray(parts) }

    /// The members that an `if` without `else` adds.
    public static func buildOptional(_ part: Members?) -> Members { part ?? Members() }

    /// The members of the first branch of an `if`.
    public static func buildEither(first part: Members) -> Members { part }

    /// The members of the second branch of an `if`.
    public static func buildEither(second part: Members) -> Members { part }

    /// The members that a `for` adds.
    public static func buildArray(_ parts: [Members]) -> Members {
        // No key paths: the runtime would create one for each property and each exposed type.
        var all = Members()
        for part in parts {
            all.initializers += part.initializers
            all.methods += part.methods
            all.staticMethods += part.staticMethods
            all.properties += part.properties
            all.casters += part.casters
        }
        return all
    }

    /// The members that an `if #available` adds.
    public static func buildLimitedAvailability(_ part: Members) -> Members { part }
}
