import MoonwireValues

/// The types that members of exposed types take or return, for messages about types that are not exposed.
struct MentionedTypes {
    /// By each name of a type, a member that takes or returns it, as messages name it.
    private var members: [String: String] = [:]

    init(_ types: TypeRegistry) {
        for type in types.known {
            for signature in type.initializers { add(signature, type.name) }
            for signature in type.methods + type.staticMethods { add(signature, "\(type.name).\(signature.name)") }
            for property in type.properties { add(property.shape, "property \"\(property.name)\" of \(type.name)") }
        }
    }

    /// A member that takes or returns the type, as messages name it; nil when none is known.
    func member(of name: String) -> String? { members[name] }

    private mutating func add(_ signature: Signature, _ owner: String) {
        for argument in signature.arguments { add(argument.shape, "argument \"\(argument.label)\" of \(owner)") }
    }

    private mutating func add(_ shape: ValueShape, _ member: String) {
        switch shape {
        case .list(let element): add(element, member)
        case .map(let entry): add(entry, member)
        case .optional(let wrapped): add(wrapped, member)
        case .object(let name) where name != "Any" && !name.hasPrefix("any ") && !name.contains("<"):
            for spelling in spelledNames(shortTypeName(name), name) where members[spelling] == nil {
                members[spelling] = member
            }
        default: break
        }
    }
}
