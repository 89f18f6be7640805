/// What hooks can choose a service by.
package struct HookedService {
    let id: String
    /// The names of its type and of what it provides; nil when only an instance tells.
    let typeNames: Set<String>?
    let tags: Set<String>
    private let letters: [Character]

    /// - Parameter type: What is known of the type before an instance is built.
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
    /// The names by which the type, its base classes and what it provides are known.
    package var allNames: Set<String> { Set([name, qualifiedName] + provides) }
}
