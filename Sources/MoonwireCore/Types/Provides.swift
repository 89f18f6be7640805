public import MoonwireValues

/// A type that services of the exposed type provide, in addition to their own; the compiler checks the conversion.
///
/// `Provides { $0 as any Driving }`
public struct Provides<Owner>: Sendable {
    let caster: AnyCaster

    /// Provides a type, to which a closure converts the instance.
    @inlinable public init<Target>(_ upcast: @escaping @Sendable (Owner) -> Target) {
        self.init(
            Caster<Target> { object in
                if Owner.self is AnyObject.Type, type(of: object) == Owner.self {
                    return upcast(unsafeBitCast(object, to: Owner.self))
                }
                return unboxed(object, as: Owner.self).map(upcast)
            })
    }

    @usableFromInline init(_ caster: AnyCaster) {
        self.caster = caster
    }
}
