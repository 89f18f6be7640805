package import MoonwireValues

/// What is known of an exposed type of this program besides its description; a manifest does not have it.
package protocol ExposedType: AnyObject, Sendable {
    var type: Any.Type { get }
    var description: TypeDescription { get }
    /// The type itself first, then what it provides.
    var targets: [ObjectIdentifier] { get }
    /// The names of a class with slots and of its base classes, nearest first: each alone and with its module.
    var ownerNames: [[String]]? { get }
    /// The class or base class whose fields the runtime does not know; nil if there is none.
    var hiddenFields: Any.Type? { get }
    /// Whether an instance is one of the type.
    func accepts(_ instance: AnyObject) -> Bool
    /// Whether an instance can be turned into another type.
    func canTurn(_ instance: AnyObject, into type: Any.Type) -> Bool
}

/// A type as which an instance may be asked for.
package protocol ProvidedType: AnyObject, Sendable {
    var target: ObjectIdentifier { get }
    var targetName: String { get }
    var targetType: Any.Type { get }
    /// What values of the type look like to arguments.
    var shape: ValueShape { get }
    /// The slots of a class; nil for another type.
    var slotOwner: SlotOwner? { get }
}

/// A handle, which gives the type of the service behind it.
package protocol ServiceHandleType { static var serviceType: Any.Type { get } }
