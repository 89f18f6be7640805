extension Exposure {
    /// What an exposure lists: an initializer, a method, a static method, a property, or a type that instances provide.
    ///
    /// The builder takes every member as this protocol, so the compiler knows the exposed type inside each of them: the parameter of
    /// a closure needs no annotation, and a mistyped member of the type is reported by its name.
    public protocol Member<Owner>: Sendable {
        /// The exposed type.
        associatedtype Owner

        /// The member, as the exposure collects it.
        var members: ExposureBuilder<Owner>.Members { get }
    }
}

extension Initializer: Exposure.Member {
    /// The initializer.
    public var members: ExposureBuilder<Owner>.Members { .init(initializers: [callable]) }
}

extension Method: Exposure.Member {
    /// The method.
    public var members: ExposureBuilder<Owner>.Members { .init(methods: [callable]) }
}

extension StaticMethod: Exposure.Member {
    /// The static method.
    public var members: ExposureBuilder<Owner>.Members { .init(staticMethods: [callable]) }
}

extension Property: Exposure.Member {
    /// The property.
    public var members: ExposureBuilder<Owner>.Members { .init(properties: [access]) }
}

extension Provides: Exposure.Member {
    /// The type that instances provide.
    public var members: ExposureBuilder<Owner>.Members { .init(casters: [caster]) }
}
