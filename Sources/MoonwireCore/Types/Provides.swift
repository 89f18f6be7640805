import MoonwireValues

/// A type as which services of the exposed type may be asked for, checked when it is compiled.
///
/// `Provides { $0 as any Driving }`
public struct Provides<Owner>: Sendable {
    let caster: AnyCaster

    public init<Target>(_ upcast: @escaping @Sendable (Owner) -> Target) {
        let own = Caster<Owner>.identity()
        caster = Caster<Target> { own.cast($0).map(upcast) }
    }
}
