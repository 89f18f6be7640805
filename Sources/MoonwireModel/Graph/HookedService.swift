/// The properties of a service by which hooks can select it.
package struct HookedService {
    let id: String
    /// The names of its type and of the types that it provides; nil if they are known only from an instance.
    let typeNames: Set<String>?
    let tags: Set<String>
    private let letters: [Character]

    /// Creates the description of a service; `type` is its type, as far as it is known before an instance is built.
    package init(_ definition: Definition, _ type: TypeDescription?) {
        id = definition.id
        tags = Set(definition.tagNames)
        letters = Array(definition.id)
        if let type {
            typeNames = type.allNames
        } else if case .swift(let factory) = definition.construction {
            typeNames = [factory.product.targetName]
        } else {
            typeNames = nil
        }
    }

    /// An inline service has no name.
    func matches(_ pattern: NamePattern) -> Bool { !letters.isEmpty && pattern.matches(letters) }
}

extension TypeDescription {
    /// The names of the type, its base classes, and the types that it provides.
    package var allNames: Set<String> { Set([name, qualifiedName] + provides) }
}
