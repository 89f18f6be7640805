import MoonwireValues

/// Turns a built instance into one of the types that it is asked for.
public class AnyCaster: @unchecked Sendable {  // Immutable: all it holds are constants set by its initializer.
    /// The type that instances are turned into.
    let target: ObjectIdentifier
    let targetName: String

    init(target: ObjectIdentifier, name: String) {
        self.target = target
        targetName = name
    }
}

/// Turns a built instance into `Target`; chosen once, when a type is exposed or registered.
public final class Caster<Target>: AnyCaster, @unchecked Sendable {  // Immutable, as its base is.
    @usableFromInline let cast: @Sendable (AnyObject) -> Target?

    init(_ cast: @escaping @Sendable (AnyObject) -> Target?) {
        self.cast = cast
        super.init(target: ObjectIdentifier(Target.self), name: typeName(Target.self))
    }

    /// The caster of a type to itself: no dynamic cast for instances of exactly that class.
    static func identity() -> Caster {
        guard Target.self is AnyObject.Type else { return Caster { unboxed($0, as: Target.self) } }
        return Caster { object in
            type(of: object) == Target.self ? unsafeBitCast(object, to: Target.self) : object as? Target
        }
    }
}
