import LuaRuntime
import MoonwireCore
import MoonwireValues

// Values that more than one word reads.
extension ScriptTable {
    /// The reason; empty when there is none, nil when the service may be used after all.
    func deprecation(_ position: Int, _ key: ScriptKey) -> String? {
        if let reason = stack.text(at: position) { return reason }
        if let isDeprecated = stack.boolean(at: position) { return isDeprecated ? "" : nil }
        refuse(position, key)
        return nil
    }

    /// A scope, or a list of them.
    func scopes(_ position: Int, _ key: ScriptKey) -> [String] {
        if let name = stack.text(at: position) { return [name] }
        guard stack.luaType(at: position) == .table else {
            refuse(position, key)
            return []
        }
        return content(position, at: [key.name]).elements.enumerated().compactMap { index, element in
            if case .value(.text(let name)) = element { return name }
            refuse(element.found, key, at: [key.name, "\(index + 1)"])
            return nil
        }
    }

    /// A list of services, by their ids or by references.
    func references(_ position: Int, _ key: ScriptKey) -> [ServiceReference] {
        guard stack.luaType(at: position) == .table else {
            refuse(position, key)
            return []
        }
        let content = content(position, at: [key.name])
        guard content.fields.isEmpty else {
            refuse(position, key)
            return []
        }
        return content.elements.enumerated().compactMap { index, value in
            switch value {
            case .value(.text(let id)): return ServiceReference(id, in: evaluation.module)
            case .reference(let reference)
            where reference.arguments == nil && !reference.isDroppable && ![.built, .later].contains(reference.kind):
                return reference
            case _ where wasReported(value, position, index + 1): return nil
            default:
                refuse(value.found, key, at: [key.name, "\(index + 1)"])
                return nil
            }
        }
    }

    /// The services of `exclude`, each with its line; handles are refused, because nothing is passed.
    func excluded(_ position: Int, _ key: ScriptKey) -> ServiceList? {
        let services = references(position, key).enumerated().compactMap { index, service -> ServiceReference? in
            let path = [key.name, "\(index + 1)"]
            switch service.kind {
            case .required, .optional:
                return service.listed(at: location(path))
            case .lazy, .provider, .built, .later:
                refuse("a handle", key, at: path)
                return nil
            }
        }
        return services.isEmpty ? nil : ServiceList(services)
    }

    /// Whether an element could not be read, which was reported: its value is null, but the script does not contain `null`.
    func wasReported(_ element: WiredValue, _ list: Int, _ index: Int) -> Bool {
        guard case .value(.null) = element else { return false }
        stack.rawGet(list, index: index)
        defer { stack.pop(1) }
        return stack.tokenKind(at: stack.top) != .null
    }

    /// The name of a type, which the whole graph determines.
    func typeName(_ position: Int, _ key: ScriptKey) -> String? {
        if let name = stack.text(at: position), !name.isEmpty { return name }
        refuse(position, key)
        return nil
    }

    func flag(_ position: Int, _ key: ScriptKey) -> Bool {
        if let value = stack.boolean(at: position) { return value }
        refuse(position, key)
        return false
    }

    func integer(_ position: Int, _ key: ScriptKey) -> Int {
        if stack.isInteger(at: position), let integer = stack.integer(at: position) { return Int(integer) }
        refuse(position, key)
        return 0
    }
}
