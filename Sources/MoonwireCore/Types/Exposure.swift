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
/// A type has one exposure, or one for each of several names:
/// `Exposure(Endpoint.self, named: "Billing.Endpoint") { … }`. The exposure of a class has the members of the one of its base class,
/// except for initializers; a member of its own with the same name replaces an inherited one.
public final class Exposure: Sendable {
    /// The exposed Swift type.
    public let type: Any.Type
    /// The name that scripts use instead of that of the Swift type; nil for the name of the type.
    public let assignedName: String?
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

    /// The names that are exposed more than once, of which only the first would be used, an assigned name that is not valid, and
    /// what is stated of slots that the type does not have.
    package let faults: [Diagnostic]

    /// The slots of the class; nil if it has none.
    let slots: SlotTable?

    /// Exposes a type whose instances may be shared between threads.
    ///
    /// Editors show `documentation` to the authors of scripts. `members` are the initializers, methods, and properties that
    /// scripts can use, and the protocols that the type provides.
    ///
    /// Scripts use the type by `name`, or else by the name of the Swift type. With names, a type can have several exposures, each
    /// with its own members. An object whose name is not known, such as one that a function returns, has the members of all of them.
    public convenience init<Owner: Sendable>(
        _: Owner.Type, named name: String? = nil, documentation: String? = nil,
        @ExposureBuilder<Owner> members: () -> ExposureBuilder<Owner>.Members
    ) {
        self.init(Owner.self, name, isSendable: true, documentation, members())
    }

    /// Exposes a type that is not `Sendable`: its services have the scope transient or graph.
    public convenience init<Owner>(
        _: Owner.Type, named name: String? = nil, documentation: String? = nil,
        @ExposureBuilder<Owner> members: () -> ExposureBuilder<Owner>.Members
    ) {
        self.init(Owner.self, name, isSendable: false, documentation, members())
    }

    private init<Owner>(
        _ type: Owner.Type, _ name: String?, isSendable: Bool, _ documentation: String?,
        _ own: ExposureBuilder<Owner>.Members
    ) {
        let members = Self.ofBaseClass(of: type).map { own.inheriting(from: $0) } ?? own
        self.type = type
        assignedName = name
        objectType = ObjectIdentifier(Owner.self is AnyObject.Type ? Owner.self : ValueBox<Owner>.self as Any.Type)
        initializers = name.map { name in members.initializers.map { $0.initializing(name) } } ?? members.initializers
        methods = Dictionary(members.methods.map { ($0.signature.name, $0) }, uniquingKeysWith: { first, _ in first })
        staticMethods = Dictionary(
            members.staticMethods.map { ($0.signature.name, $0) }, uniquingKeysWith: { first, _ in first })
        let slots = (type as? AnyClass).map { SlotTable.of($0) }.flatMap {
            $0.fields.isEmpty && $0.moduleFields.isEmpty ? nil : $0
        }
        self.slots = slots
        faults =
            ExposedNames(own).faults(of: name ?? typeName(type)) + Self.faults(ofName: name)
            + SlotDescription.faults(of: own.slotArguments, slots, inExposureOf: name ?? typeName(type))
            + OwnerIsolation.faults(of: own.isolations, inExposureOf: type)
        properties = Dictionary(
            members.properties.map { ($0.description.name, SlotTable.guarding($0, slots)) },
            uniquingKeysWith: { first, _ in first })
        casters = [Caster<Owner>.identity()] + members.casters
        // The services of all names are services of the Swift type.
        let ownNames = name == nil ? [] : [(typeName(type), qualifiedTypeName(type))]
        description = TypeDescription(
            name: name ?? typeName(type), qualifiedName: name ?? qualifiedTypeName(type), isSendable: isSendable,
            initializers: initializers.map(\.signature), methods: members.methods.map(\.signature),
            staticMethods: members.staticMethods.map(\.signature), properties: members.properties.map(\.description),
            provides: ownNames.map(\.0) + members.casters.map(\.targetName) + baseClassNames(of: type),
            providedTypes: ownNames.map(\.1)
                + members.casters.flatMap { existentialParts(qualifiedTypeName($0.targetType)) }
                + qualifiedBaseNames(of: type), documentation: documentation,
            slots: SlotDescription.all(of: slots, members.slotArguments),
            overridables: slots?.moduleFields.compactMap(\.signature) ?? [],
            scripted: slots?.moduleFields.filter { $0.signature == nil }.map(\.name) ?? [])
    }

    /// The exposure of objects whose name is not known: the members of all exposures of their type, without initializers.
    ///
    /// Of equal names, the first is used.
    init(ofObjects exposures: [Exposure], first: Exposure) {
        type = first.type
        assignedName = nil
        objectType = first.objectType
        slots = first.slots
        initializers = []
        faults = []
        methods = Self.merged(exposures.map(\.methods))
        staticMethods = Self.merged(exposures.map(\.staticMethods))
        properties = Self.merged(exposures.map(\.properties))
        var targets: Set<ObjectIdentifier> = []
        casters = exposures.flatMap(\.casters).filter { targets.insert($0.target).inserted }
        description = TypeDescription(
            name: typeName(type), qualifiedName: qualifiedTypeName(type),
            isSendable: exposures.allSatisfy(\.description.isSendable), initializers: [],
            methods: methods.values.map(\.signature), staticMethods: staticMethods.values.map(\.signature),
            properties: properties.values.map(\.description),
            provides: Self.unique(exposures.flatMap(\.description.provides)),
            providedTypes: Self.unique(exposures.flatMap(\.description.providedTypes)),
            documentation: nil, slots: first.description.slots, overridables: first.description.overridables,
            scripted: first.description.scripted)
    }

    private static func merged<Member>(_ members: [[String: Member]]) -> [String: Member] {
        members.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// A name must be one that Swift types can have, so that it cannot be mistaken for a composition or a handle.
    private static func faults(ofName name: String?) -> [Diagnostic] {
        guard let name, !name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ String($0).isName })
        else { return [] }
        return [.invalidTypeName(name)]
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
