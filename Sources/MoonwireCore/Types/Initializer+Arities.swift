public import MoonwireValues

/// A separate overload for each common number of arguments: the compiler does not specialize parameter packs.
extension Initializer {
    /// Exposes an initializer with a fixed number of arguments, which the compiler specializes.
    @inlinable public init<A: Convertible>(
        _ a: ExposedArgument<A>, body: @escaping @Sendable (A) throws -> Owner
    ) {
        self.init(a, direct: DirectCall(of1: body), body: body)
    }

    /// Exposes an initializer with a fixed number of arguments, which the compiler specializes.
    @inlinable public init<A: Convertible, B: Convertible>(
        _ a: ExposedArgument<A>, _ b: ExposedArgument<B>, body: @escaping @Sendable (A, B) throws -> Owner
    ) {
        self.init(a, b, direct: DirectCall(of2: body), body: body)
    }

    /// Exposes an initializer with a fixed number of arguments, which the compiler specializes.
    @inlinable public init<A: Convertible, B: Convertible, C: Convertible>(
        _ a: ExposedArgument<A>, _ b: ExposedArgument<B>, _ c: ExposedArgument<C>,
        body: @escaping @Sendable (A, B, C) throws -> Owner
    ) {
        self.init(a, b, c, direct: DirectCall(of3: body), body: body)
    }

    /// Exposes an initializer with a fixed number of arguments, which the compiler specializes.
    @inlinable public init<A: Convertible, B: Convertible, C: Convertible, D: Convertible>(
        _ a: ExposedArgument<A>, _ b: ExposedArgument<B>, _ c: ExposedArgument<C>, _ d: ExposedArgument<D>,
        body: @escaping @Sendable (A, B, C, D) throws -> Owner
    ) {
        self.init(a, b, c, d, direct: DirectCall(of4: body), body: body)
    }
}
