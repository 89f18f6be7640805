import MoonwireValues

/// A closure of the application that makes a service's instance.
public struct SwiftFactory: Sendable {
    let make: @Sendable (Resolver) throws -> AnyObject
    /// The type that it makes, and what it may be asked for as.
    let exposure: Exposure?
    let caster: AnyCaster
    let isSendable: Bool
    /// Tells closures apart; copies of a factory share it.
    let identity = Identity()

    final class Identity: Sendable {}

    init<T>(_ type: T.Type, isSendable: Bool, _ make: @escaping @Sendable (Resolver) throws -> T) {
        self.make = { boxed(try make($0)) }
        exposure = (type as? any Exposed.Type)?.exposure
        caster = Caster<T>.identity()
        self.isSendable = isSendable
    }
}
