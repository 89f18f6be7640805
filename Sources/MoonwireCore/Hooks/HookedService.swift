/// What hooks can choose a service by.
struct HookedService {
    let id: String
    /// The names of its type and of what it provides; nil when only an instance tells.
    let typeNames: Set<String>?
    let tags: Set<String>
    private let letters: [Character]

    /// - Parameter type: What is known of the type before an instance is built.
    init(_ definition: Definition, _ type: TypeDescription?) {
        id = definition.id
        tags = Set(definition.tagNames)
        letters = Array(definition.id)
        if let type {
            typeNames = type.allNames
        } else if case .swift(let factory) = definition.construction {
            typeNames = [factory.caster.targetName]
        } else {
            typeNames = nil
        }
    }
}

extension HookedService {
    /// An inline service has no name.
    fileprivate func matches(_ pattern: NamePattern) -> Bool { !letters.isEmpty && pattern.matches(letters) }
}

extension HookTarget {
    enum Fit {
        case fits
        /// An instance will tell.
        case mayFit
        case misses
    }

    /// Whether a target that is not exact chooses the service.
    func fit(_ service: HookedService) -> Fit {
        switch kind {
        case .name: return .misses
        case .pattern(let pattern): return service.matches(pattern) ? .fits : .misses
        case .tag(let tag): return service.tags.contains(tag) ? .fits : .misses
        case .type(let name): return service.typeNames.map { $0.contains(name) ? .fits : .misses } ?? .mayFit
        }
    }
}

extension TypeDescription {
    /// The names by which the type, its base classes and what it provides are known.
    var allNames: Set<String> { Set([name, qualifiedName] + provides) }
}
