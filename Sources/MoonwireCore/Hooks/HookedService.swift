/// What hooks can choose a service by.
struct HookedService {
    let id: String
    /// The names of its type and of what it provides; nil when only an instance tells.
    let typeNames: Set<String>?
    let tags: [String]

    /// - Parameter type: What is known of the type before an instance is built.
    init(_ definition: Definition, _ type: TypeDescription?) {
        id = definition.id
        tags = definition.tagNames
        if let type {
            typeNames = type.allNames
        } else if case .swift(let factory) = definition.construction {
            typeNames = [factory.caster.targetName]
        } else {
            typeNames = nil
        }
    }
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
        // An inline service has no name.
        case .pattern: return !service.id.isEmpty && matches(name: service.id) ? .fits : .misses
        case .tag(let tag): return service.tags.contains(tag) ? .fits : .misses
        case .type(let name): return service.typeNames.map { $0.contains(name) ? .fits : .misses } ?? .mayFit
        }
    }
}

extension TypeDescription {
    /// The names by which the type, its base classes and what it provides are known.
    var allNames: Set<String> { Set([name, qualifiedName] + provides) }
}
