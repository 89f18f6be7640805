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

    public static func buildExpression(_ initializer: Initializer<Owner>) -> Members {
        Members(initializers: [initializer.callable])
    }

    public static func buildExpression(_ method: Method<Owner>) -> Members {
        Members(methods: [method.callable])
    }

    public static func buildExpression(_ method: StaticMethod<Owner>) -> Members {
        Members(staticMethods: [method.callable])
    }

    public static func buildExpression(_ property: Property<Owner>) -> Members {
        Members(properties: [property.access])
    }

    public static func buildExpression(_ provides: Provides<Owner>) -> Members {
        Members(casters: [provides.caster])
    }

    public static func buildBlock(_ parts: Members...) -> Members {
        Members(
            initializers: parts.flatMap(\.initializers), methods: parts.flatMap(\.methods),
            staticMethods: parts.flatMap(\.staticMethods), properties: parts.flatMap(\.properties),
            casters: parts.flatMap(\.casters))
    }
}
