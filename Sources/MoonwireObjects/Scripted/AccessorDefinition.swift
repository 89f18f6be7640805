import LuaRuntime
import MoonwireCore
import MoonwireModel
import MoonwireValues

/// What an `accessor` defines.
struct AccessorDefinition: ModuleDefinition {
    /// The value of a property before it is assigned.
    enum Initial {
        case value(PlainValue)
        case function(LuaFunction)
    }

    /// The qualified name of the class, and the name of the property.
    let name: String
    var get: LuaFunction?
    var set: LuaFunction?
    var changed: LuaFunction?
    var initial: Initial?
    var keys: [ModuleKey] = []

    /// The definitions of one property as one: of each key, the last one counts.
    init(_ definitions: [AccessorDefinition]) {
        name = definitions.last?.name ?? ""
        get = definitions.last { $0.get != nil }?.get
        set = definitions.last { $0.set != nil }?.set
        changed = definitions.last { $0.changed != nil }?.changed
        initial = definitions.last { $0.initial != nil }?.initial
    }

    init(name: String) {
        self.name = name
    }
}

/// The accessors of a property of a class, as one.
final class FoundAccessor: Sendable {
    let get: LuaFunction?
    let set: LuaFunction?
    let changed: LuaFunction?
    let initial: AccessorDefinition.Initial?

    /// Those of the nearest class that has some.
    init(_ property: String, of type: AnyClass, among wrappers: MethodWrappers) {
        let definition = Self.definition(of: property, of: type, among: wrappers)
        get = definition?.get
        set = definition?.set
        changed = definition?.changed
        initial = definition?.initial
    }

    private static func definition(
        of property: String, of type: AnyClass, among wrappers: MethodWrappers
    ) -> AccessorDefinition? {
        for owner in [type] + baseClasses(of: type) {
            let found = wrappers.definitions(named: "\(qualifiedTypeName(owner)).\(property)")
            let accessors = found.compactMap { $0 as? AccessorDefinition }
            if !accessors.isEmpty { return AccessorDefinition(accessors) }
        }
        return nil
    }
}
