import MoonwireValues

/// The members of a Swift type that scripts can use.
///
/// ```swift
/// static let exposure = Exposure(Engine.self) {
///     Initializer("brand", ExposedArgument("cylinders", default: 4), body: Engine.init)
///     Property("brand", \.brand)
/// }
/// ```
///
/// Each type has one exposure.
public final class Exposure: Sendable {
    /// The exposed Swift type.
    public let type: Any.Type
    /// The description of the type, as data.
    package let description: TypeDescription
    package let initializers: [Callable]
    package let methods: [String: Callable]
    package let staticMethods: [String: Callable]
    package let properties: [String: PropertyAccess]
    /// The type itself first, then the types that it provides.
    let casters: [AnyCaster]

    /// The type of the objects that represent instances: the class itself, or the box of a struct.
    package let objectType: ObjectIdentifier

    /// The names that are exposed more than once, of which only the first would be used.
    package let faults: [Diagnostic]

    /// The slots of the class; nil if it has none.
    let slots: SlotTable?

    /// Exposes a type whose instances may be shared between threads.
    ///
    /// Editors show `documentation` to the authors of scripts. `members` are the initializers, methods, and properties that
    /// scripts can use, and the protocols that the type provides.
    public convenience init<Owner: Sendable>(
        _: Owner.Type, documentation: String? = nil,
        @ExposureBuilder<Owner> members: () -> ExposureBuilder<Owner>.Members
    ) {
        self.init(Owner.self, isSendable: true, documentation, members())
    }

    /// Exposes a type that is not `Sendable`: its services have the scope transient or graph.
    public convenience init<Owner>(
        _: Owner.Type, documentation: String? = nil,
        @ExposureBuilder<Owner> members: () -> ExposureBuilder<Owner>.Members
    ) {
        self.init(Owner.self, isSendable: false, documentation, members())
    }

    private init<Owner>(
        _ type: Owner.Type, isSendable: Bool, _ documentation: String?, _ members: ExposureBuilder<Owner>.Members
    ) {
        self.type = type
        objectType = ObjectIdentifier(Owner.self is AnyObject.Type ? Owner.self : ValueBox<Owner>.self as Any.Type)
        initializers = members.initializers
        faults = ExposedNames(members).faults(of: typeName(type))
        methods = Dictionary(members.methods.map { ($0.signature.name, $0) }, uniquingKeysWith: { first, _ in first })
        staticMethods = Dictionary(
            members.staticMethods.map { ($0.signature.name, $0) }, uniquingKeysWith: { first, _ in first })
        let slots = (type as? AnyClass).map { SlotTable.of($0) }.flatMap { $0.fields.isEmpty ? nil : $0 }
        self.slots = slots
        properties = Dictionary(
            members.properties.map { ($0.description.name, SlotTable.guarding($0, slots)) },
            uniquingKeysWith: { first, _ in first })
        casters = [Caster<Owner>.identity()] + members.casters
        description = TypeDescription(
            name: typeName(type), qualifiedName: qualifiedTypeName(type), isSendable: isSendable,
            initializers: members.initializers.map(\.signature), methods: members.methods.map(\.signature),
            staticMethods: members.staticMethods.map(\.signature), properties: members.properties.map(\.description),
            provides: members.casters.map(\.targetName) + baseClassNames(of: type),
            providedTypes: members.casters.flatMap { existentialParts(qualifiedTypeName($0.targetType)) }
                + qualifiedBaseNames(of: type), documentation: documentation,
            slots: slots?.fields.map { SlotDescription($0) } ?? [])
    }
}

extension Exposure {
    /// The method, or else the property, that makes a service as its factory.
    func factory(named name: String) -> Callable? {
        methods[name] ?? properties[name].map { Callable(reading: $0) }
    }
}

extension Exposure: ExposedType {
    package var targets: [ObjectIdentifier] { casters.map(\.target) }
    package var ownerNames: [[String]]? { slots?.ownerNames }
    package var hiddenFields: Any.Type? { (type as? AnyClass).flatMap { SlotTable.of($0).hidden } }

    package func accepts(_ instance: AnyObject) -> Bool { casters.first?.accepts(instance) ?? true }

    package func canTurn(_ instance: AnyObject, into type: Any.Type) -> Bool {
        func canTurn<T>(into _: T.Type) -> Bool { casters.cast(instance, to: T.self) != nil }
        return _openExistential(type, do: canTurn)
    }
}
