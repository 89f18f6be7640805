public import MoonwireValues

extension Interpreter {
    /// Makes a typed Swift function of no argument callable.
    @inlinable public func function<R: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable () throws -> R
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of no argument and without a result callable.
    @inlinable public func function(
        _ name: String,
        _ body: @escaping @Sendable () throws -> Void
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of one argument callable.
    @inlinable public func function<A: Convertible, R: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A) throws -> R
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of one argument and without a result callable.
    @inlinable public func function<A: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A) throws -> Void
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of two arguments callable.
    @inlinable public func function<A: Convertible, B: Convertible, R: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A, B) throws -> R
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of two arguments and without a result callable.
    @inlinable public func function<A: Convertible, B: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A, B) throws -> Void
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of three arguments callable.
    @inlinable public func function<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C) throws -> R
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of three arguments and without a result callable.
    @inlinable public func function<A: Convertible, B: Convertible, C: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C) throws -> Void
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of four arguments callable.
    @inlinable public func function<A: Convertible, B: Convertible, C: Convertible, D: Convertible, R: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D) throws -> R
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of four arguments and without a result callable.
    @inlinable public func function<A: Convertible, B: Convertible, C: Convertible, D: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D) throws -> Void
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of any count of arguments callable.
    @inlinable public func function<each A: Convertible, R: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (repeat each A) throws -> R
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }

    /// Makes a typed Swift function of any count of arguments and without a result callable.
    @inlinable public func function<each A: Convertible>(
        _ name: String,
        _ body: @escaping @Sendable (repeat each A) throws -> Void
    ) -> HostFunction {
        HostFunction(name, calling: body)
    }
}
