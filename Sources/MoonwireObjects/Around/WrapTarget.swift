import MoonwireCore
import MoonwireValues

/// The member that a wrapper names.
struct WrapTarget {
    let member: String
    /// Nil if only a manifest describes the type, or if no types are known.
    let type: Any.Type?
    /// Nil if no types are known.
    let signature: Signature?

    /// The member with a name such as `Mailer.send`; throws ``ContainerError`` if there is none.
    init(_ name: String, among types: TypeRegistry?, at location: ScriptLocation?) throws {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex else {
            throw ContainerError(.aroundWithoutType(name, at: location))
        }
        let typeName = String(name[..<dot])
        member = String(name[name.index(after: dot)...])
        guard let types else {
            (type, signature) = (nil, nil)
            return
        }
        guard let entry = types.entry(named: typeName) else {
            let providers = zip(types.names, types.known).filter { $1.provides.contains(typeName) }.map(\.0)
            if !providers.isEmpty {
                throw ContainerError(.aroundProtocol(name, typeName, providers, member, at: location))
            }
            _ = try types.exposure(named: typeName, at: location)
            (type, signature) = (nil, nil)
            return
        }
        type = try types.exposure(named: typeName, at: location)?.type
        signature = try Self.signature(member, of: entry.description, typeName, at: location)
    }

    /// The member of an object; throws ``ContainerError`` if there is none.
    init(_ member: String, of object: AnyObject, among types: TypeRegistry?, at location: ScriptLocation?) throws {
        self.member = member
        let type = dynamicType(of: object)
        self.type = type
        let name = typeName(type)
        guard type is AnyClass else { throw ContainerError(.aroundValue(name, at: location)) }
        guard let exposure = types?.exposure(ofObjects: ObjectIdentifier(type)) else {
            throw ContainerError(.aroundUnexposed(name, at: location))
        }
        signature = try Self.signature(member, of: exposure.description, name, at: location)
    }

    static func signature(
        _ member: String, of type: TypeDescription, _ name: String, at location: ScriptLocation?
    ) throws -> Signature {
        let members = type.methods + type.overridables
        guard let signature = members.first(where: { $0.name == member }) else {
            if type.properties.contains(where: { $0.name == member }) {
                throw ContainerError(.aroundProperty(member, of: name, at: location))
            }
            if type.staticMethods.contains(where: { $0.name == member }) {
                throw ContainerError(.aroundStaticMethod(member, of: name, at: location))
            }
            throw ContainerError(.aroundUnknown(member, of: name, members.map(\.name), at: location))
        }
        if signature.isAsync { throw ContainerError(.aroundAsynchronous(member, of: name, at: location)) }
        return signature
    }
}
