import MoonwireValues

/// An instance that the application supplies for a service, in the form that the checks of its users need.
package struct SuppliedInstance {
    /// The service as if an initializer of the instance's type created it.
    let definition: Definition
    private let instance: AnyObject
    let exposed: (any ExposedType)?

    /// Describes a supplied instance as a definition.
    ///
    /// `standIn` creates a factory of the instance's type, if its name does not identify it.
    package init(
        _ instance: AnyObject, for definition: Definition, _ exposed: (any ExposedType)?, _ types: TypeRegistry?,
        standIn: (Any.Type) -> SwiftFactory
    ) {
        self.instance = instance
        self.exposed = exposed
        let type = dynamicType(of: instance)
        let isKnown = types?.entry(named: qualifiedTypeName(type))?.exposed?.type == type
        var typed = definition
        typed.construction =
            isKnown
            ? .type(TextTemplate([.text(qualifiedTypeName(type))])) : .swift(standIn(type))
        self.definition = typed
    }

    var typeName: String { MoonwireValues.typeName(dynamicType(of: instance)) }

    /// Whether the instance itself can be passed as the type.
    func fits(_ type: Any.Type) -> Bool { Self.fits(instance, exposed, type) }

    static func fits(_ instance: AnyObject, _ exposed: (any ExposedType)?, _ type: Any.Type) -> Bool {
        func isOne<T>(of _: T.Type) -> Bool { unboxed(instance, as: T.self) != nil }
        return _openExistential(type, do: isOne) || exposed?.canTurn(instance, into: type) == true
    }
}
