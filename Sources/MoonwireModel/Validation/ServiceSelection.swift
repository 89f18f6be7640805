import MoonwireValues

/// The services that the targets of a standard pass select, and the targets that select none.
struct ServiceSelection {
    private let graph: DefinitionGraph
    private let pass: Pass
    private let services: [HookedService?]
    private var byTag: [String: [Int]] = [:]
    private var byType: [String: [Int]] = [:]
    /// Whether the type of some service is known only from an instance.
    private var hasUnknownType = false
    /// The number of letters in all ids.
    private let letters: Int
    /// The comparisons of letters that patterns may still take.
    private var effort = 1 << 28
    /// About targets that select nothing, and patterns that are not compared.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ graph: DefinitionGraph, _ pass: Pass) {
        self.graph = graph
        self.pass = pass
        services = graph.hookedServices
        letters = graph.definitions.reduce(0) { $0 + $1.id.utf8.count }
        for (position, service) in services.enumerated() {
            guard let service else { continue }
            for tag in service.tags { byTag[tag, default: []].append(position) }
            for name in service.typeNames ?? [] { byType[name, default: []].append(position) }
            if service.typeNames == nil { hasUnknownType = true }
        }
    }

    /// The positions of the services that one of the targets selects.
    mutating func positions(of targets: [StandardPass.Target]) -> Set<Int> {
        var positions: Set<Int> = []
        for target in targets {
            let found = self.positions(of: target)
            if found.isEmpty { report(target) }
            positions.formUnion(found)
        }
        return positions
    }

    /// The positions of the services that a target selects.
    mutating func positions(of target: StandardPass.Target) -> [Int] {
        switch target.target.kind {
        case .name: return graph.table.target(of: target.target.text).map { [$0] } ?? []
        case .tag(let tag): return byTag[tag] ?? []
        case .type(let name): return byType[name] ?? []
        case .pattern(let pattern):
            effort -= letters * target.target.text.utf8.count
            guard effort >= 0 else {
                diagnostics.append(.patternsTakeTooLong(pass, at: pass.location(of: target.path)))
                return []
            }
            return services.indices.filter { services[$0]?.matches(pattern) ?? false }
        }
    }

    /// Reports that a target selects nothing, unless the types that would decide are not known.
    mutating func report(_ target: StandardPass.Target) {
        guard effort >= 0 else { return }
        let location = pass.location(of: target.path)
        switch target.target.kind {
        case .name:
            let name = target.target.text
            diagnostics.append(
                .unknownTarget(name, of: pass, near: graph.names.services.nearest(toMember: name), at: location))
        case .tag where graph.layers.lacksTypeDefaults: break
        case .type where graph.types == nil || hasUnknownType: break
        case .tag(let name): reportNothing(target, name, byTag.keys.sorted(), location)
        case .type(let name): reportNothing(target, name, byType.keys.sorted(), location)
        case .pattern: reportNothing(target, "", [], location)
        }
    }

    private mutating func reportNothing(
        _ target: StandardPass.Target, _ name: String, _ known: [String], _ location: ScriptLocation?
    ) {
        let near = Suggestions(among: known).nearest(to: name)
        diagnostics.append(.targetSelectsNothing(target.target.text, of: pass, near: near, at: location))
    }
}
