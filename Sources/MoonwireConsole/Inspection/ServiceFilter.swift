import MoonwireCore

/// The conditions of a call for services.
struct ServiceFilter {
    private let name: String?
    private let type: String?
    private let scope: String?
    private let tag: String?

    init(_ options: Options) {
        name = options.value("--name")
        type = options.value("--type")
        scope = options.value("--scope")
        tag = options.value("--tag")
    }

    /// The services that meet all conditions; throws ``UsageError`` if no service meets one of them.
    func apply(to services: [ServiceInspection]) throws -> [ServiceInspection] {
        var chosen = services
        if let name {
            let pattern = NamePattern(name)
            try keep(&chosen, of: services, "id", name, known: services.map(\.id)) { pattern.matches($0.id) }
        }
        if let type {
            try keep(&chosen, of: services, "type", type, known: services.flatMap(\.knownTypes)) {
                $0.knownTypes.contains(type)
            }
        }
        if let scope {
            try keep(&chosen, of: services, "scope", scope, known: services.map(\.scope.rawValue)) {
                $0.scope.rawValue == scope && $0.construction.kind != .alias
            }
        }
        if let tag {
            try keep(&chosen, of: services, "tag", tag, known: services.flatMap(\.tags)) { $0.tags.contains(tag) }
        }
        return chosen
    }

    private func keep(
        _ chosen: inout [ServiceInspection], of all: [ServiceInspection], _ property: String, _ wanted: String,
        known: [String], where passes: (ServiceInspection) -> Bool
    ) throws {
        guard all.contains(where: passes) else {
            throw UsageError.nothing("service", with: property, wanted, known: known)
        }
        chosen = chosen.filter(passes)
    }
}

extension ServiceInspection {
    fileprivate var knownTypes: [String] { typeNames + (type.map { [$0] } ?? []) }
}
