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

    /// An exposed initializer.
    public static func buildExpression(_ initializer: Initializer<Owner>) -> Members {
        Members(initializers: [initializer.callable])
    }

    /// An exposed method.
    public static func buildExpression(_ method: Method<Owner>) -> Members {
        Members(methods: [method.callable])
    }

    /// An exposed static method.
    public static func buildExpression(_ method: StaticMethod<Owner>) -> Members {
        Members(staticMethods: [method.callable])
    }

    /// An exposed property.
    public static func buildExpression(_ property: Property<Owner>) -> Members {
        Members(properties: [property.access])
    }

    /// A type that services of the exposed type provide.
    public static func buildExpression(_ provides: Provides<Owner>) -> Members {
        Members(casters: [provides.caster])
    }

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
        Members(
            initializers: parts.flatMap(\.initializers), methods: parts.flatMap(\.methods),
            staticMethods: parts.flatMap(\.staticMethods), properties: parts.flatMap(\.properties),
            casters: parts.flatMap(\.casters))
    }

    /// The members that an `if #available` adds.
    public static func buildLimitedAvailability(_ part: Members) -> Members { part }
}
