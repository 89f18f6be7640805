/// The ids to which a definition refers, with those that it decorates or to which it is an alias.
///
/// Optional references, a decorator's own inner name, and parents, which are no services, are not among them.
struct References {
    private(set) var ids: Set<String> = []

    init(in service: GraphService) {
        add(service)
        ids.remove(".inner")
        if service.decorates != nil { ids.remove(service.innerName ?? "\(service.id).inner") }
    }

    private mutating func add(_ service: GraphService) {
        if let alias = service.alias { ids.insert(alias) }
        if let target = service.decorates { ids.insert(target) }
        for case .method(let id, _) in [service.factory, service.configurator].compactMap(\.self) { ids.insert(id) }
        for argument in service.arguments { add(argument) }
        for named in service.named + service.properties { add(named.value) }
        for argument in service.calls.flatMap(\.arguments) { add(argument) }
    }

    private mutating func add(_ argument: GraphArgument) {
        switch argument {
        case .reference(let id, let missing): if missing == .fault { ids.insert(id) }
        case .list(let elements), .iterator(let elements): for element in elements { add(element) }
        case .map(let entries), .locator(let entries): for entry in entries { add(entry.value) }
        case .inline(let service): add(service)
        case .value, .constant, .tagged, .expression, .abstract: break
        }
    }
}
