package import MoonwireValues

/// The properties of an exposed type of this program that its description does not contain; a manifest does not have them.
package protocol ExposedType: AnyObject, Sendable {
    var type: Any.Type { get }
    /// The type of the objects that represent instances: the class itself, or the box of a struct.
    var objectType: ObjectIdentifier { get }
    var description: TypeDescription { get }
    /// The type itself first, then the types that it provides.
    var targets: [ObjectIdentifier] { get }
    /// The names of a class with slots and of its base classes, nearest first: each alone and with its module.
    var ownerNames: [[String]]? { get }
    /// The class or base class without field information in the runtime; nil if there is none.
    var hiddenFields: Any.Type? { get }
    /// Whether an object is an instance of the type.
    func accepts(_ instance: AnyObject) -> Bool
    /// Whether an instance can be cast to another type.
    func canTurn(_ instance: AnyObject, into type: Any.Type) -> Bool
}

/// A type as which an instance can be resolved.
package protocol ProvidedType: AnyObject, Sendable {
    var target: ObjectIdentifier { get }
    var targetName: String { get }
    var targetType: Any.Type { get }
    /// The shape of the type's values for arguments.
    var shape: ValueShape { get }
    /// The slots of a class; nil for another type.
    var slotOwner: SlotOwner? { get }
}

/// A handle with the type of the service to which it refers.
package protocol ServiceHandleType { static var serviceType: Any.Type { get } }
