import MoonwireValues

// Overloads for the usual mistakes in exposures. The compiler takes one if no other overload fits, and reports what to write
// instead; no program can call it.

extension Initializer {
    /// Reports labels that do not match the parameters.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A>(_ labels: Any..., body: @escaping @Sendable (repeat each A) throws -> Owner) {
        fatalError("unavailable")
    }

    /// Reports that `body:` is missing.
    @available(
        *, unavailable,
        message:
            "write the labels of the parameters, then `body:` and the initializer, as in Initializer(\"brand\", body: Engine.init)"
    )
    @_disfavoredOverload
    public init(_ parts: Any...) { fatalError("unavailable") }

    /// Reports an initializer of another type.
    @available(*, unavailable, message: "`body` must return an instance of the exposed type")
    @_disfavoredOverload
    public init<Other>(body: @escaping @Sendable () throws -> Other) { fatalError("unavailable") }

    /// Reports labels that do not match the parameters of an asynchronous initializer.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A>(_ labels: Any..., body: @escaping @Sendable (repeat each A) async throws -> Owner) {
        fatalError("unavailable")
    }
}

extension StaticMethod {
    /// Reports labels that do not match the parameters.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ labels: Any..., body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        fatalError("unavailable")
    }

    /// Reports that `body:` is missing.
    @available(
        *, unavailable,
        message:
            "write the name, the labels of the parameters, then `body:` and the static method, as in StaticMethod(\"standard\", \"brand\", body: Engine.standard)"
    )
    @_disfavoredOverload
    public init(_ parts: Any...) { fatalError("unavailable") }

    /// Reports labels that do not match the parameters of an asynchronous static method.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ labels: Any..., body: @escaping @Sendable (repeat each A) async throws -> R
    ) {
        fatalError("unavailable")
    }
}

extension Method {
    /// Reports labels that do not match the parameters.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (repeat each A) throws -> R, _ labels: Any...
    ) {
        fatalError("unavailable")
    }

    /// Reports labels that do not match the parameters.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter of the closure after the first, which is the instance; a label is a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ labels: Any..., body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        fatalError("unavailable")
    }

    /// Reports a method after `body:`, which takes closures.
    @available(
        *, unavailable,
        message: "write the method after the name and without `body:`, as in Method(\"start\", Engine.start, \"gear\")"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ labels: Any..., body: @escaping @Sendable (Owner) -> (repeat each A) throws -> R
    ) {
        fatalError("unavailable")
    }

    /// Reports a method after `body:`, which takes closures.
    ///
    /// Without labels, the method would be one that returns a function to scripts. The compiler prefers that to anything
    /// unavailable, so this overload is only deprecated.
    @available(
        *, deprecated,
        message: "write the method after the name and without `body:`, as in Method(\"start\", Engine.start, \"gear\")"
    )
    public init<each A, R>(
        _ name: String, body method: @escaping @Sendable (Owner) -> (repeat each A) throws -> R
    ) {
        self.init(name) { (_: Owner) throws -> Bool in
            throw ConversionError(.custom("returns a function, which scripts cannot call"))
        }
    }

    /// Reports anything else that is not a name, a method, and labels.
    @available(
        *, unavailable,
        message:
            "write the name, a method of the exposed type, and one label for each of its parameters, as in Method(\"start\", Engine.start, \"gear\"); for a static method, write StaticMethod"
    )
    @_disfavoredOverload
    public init(_ parts: Any...) { fatalError("unavailable") }

    /// Reports labels that do not match the parameters of an asynchronous method.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (repeat each A) async throws -> R, _ labels: Any...
    ) {
        fatalError("unavailable")
    }

    /// Reports labels that do not match the parameters of an asynchronous closure.
    @available(
        *, unavailable,
        message:
            "write one label for each parameter of the closure after the first, which is the instance; a label is a string, or ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ labels: Any..., body: @escaping @Sendable (Owner, repeat each A) async throws -> R
    ) {
        fatalError("unavailable")
    }
}

extension Method where Owner: Actor {
    /// Reports a method that is isolated to its actor.
    @available(
        *, unavailable,
        message:
            "a method that is isolated to an actor is exposed by a closure that awaits it, as in Method(\"open\", \"door\") { await $0.open(door: $1) }"
    )
    @_disfavoredOverload
    public init<each A, R>(
        _ name: String, _ method: @escaping @Sendable (isolated Owner) -> (repeat each A) throws -> R,
        _ labels: Any...
    ) {
        fatalError("unavailable")
    }
}

extension Property {
    /// Reports that the property itself is missing.
    @available(
        *, unavailable,
        message: "write a key path after the name, as in Property(\"brand\", \\.brand), or a closure after `get:`"
    )
    @_disfavoredOverload
    public init(_ name: String) { fatalError("unavailable") }

    /// Reports that `get:` is missing.
    @available(
        *, unavailable,
        message: "write `get:` before the closure, as in Property(\"brand\", get: { $0.brand })"
    )
    @_disfavoredOverload
    public init<V>(_ name: String, _ get: (Owner) throws -> V) { fatalError("unavailable") }

    /// Reports a key path beside a closure that sets the property.
    @available(
        *, unavailable,
        message:
            "a key path to a variable of a class needs no `set:`; otherwise, write two closures, as in Property(\"wheels\", get: { $0.wheels }, set: { $0.wheels = $1 })"
    )
    @_disfavoredOverload
    public init<V>(_ name: String, _ path: KeyPath<Owner, V>, set: (Owner, V) throws -> Void) {
        fatalError("unavailable")
    }

    /// Reports an asynchronous closure.
    @available(
        *, unavailable,
        message:
            "an asynchronous property cannot be exposed: the closure must return without `await`; expose an asynchronous Method"
    )
    @_disfavoredOverload
    public init<V>(
        _ name: String, get: (Owner) async throws -> V, set: ((Owner, V) throws -> Void)? = nil
    ) {
        fatalError("unavailable")
    }
}

extension Provides {
    /// Reports a type instead of a conversion.
    @available(
        *, unavailable,
        message: "write a closure that converts the instance, as in Provides { $0 as any Driving }"
    )
    @_disfavoredOverload
    public init<Target>(_ type: Target.Type) { fatalError("unavailable") }
}
