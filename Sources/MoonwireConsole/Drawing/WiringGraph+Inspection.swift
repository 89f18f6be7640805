package import MoonwireCore
import MoonwireValues

extension WiringGraph {
    /// What a graph of definitions says, with marks.
    package init(_ inspection: Inspection) {
        // Nobody needs what only exists for others to inherit from.
        let built = inspection.services.filter { !$0.isAbstract }
        self.init(services: built.map(Service.init))
        needs = built.flatMap { service in service.needs.map { Need($0, of: service) } }
        addUndefined()
        self = marked()
    }

    /// Ids that are asked for and not defined are shown as well; those that nobody must have are no fault.
    private mutating func addUndefined() {
        let wanted = Set(needs.filter { $0.kind != .optional }.map(\.to))
        var known = Set(services.map(\.id))
        for need in needs where known.insert(need.to).inserted {
            var missing = Service(id: need.to, title: "not defined")
            if wanted.contains(need.to) { missing.marks = [.undefined] }
            services.append(missing)
        }
    }
}

extension WiringGraph.Service {
    fileprivate init(_ service: ServiceInspection) {
        self.init(id: service.id, title: service.construction.words)
        type = service.type
        scope = service.construction.kind == .alias ? nil : service.scope.rawValue
        file = service.location?.file
        line = service.location?.line
        tags = service.tags
        if service.deprecation != nil { marks = [.deprecated] }
    }
}

extension WiringGraph.Need {
    fileprivate init(_ need: NeedInspection, of service: ServiceInspection) {
        self.init(from: service.id, to: need.id, kind: WiringGraph.Kind(need, of: service), place: need.place)
        isHeld = need.isHeld
        file = need.location?.file
        line = need.location?.line
    }
}

extension WiringGraph.Kind {
    fileprivate init(_ need: NeedInspection, of service: ServiceInspection) {
        switch need.kind {
        case .required where service.construction.kind == .alias: self = .alias
        case .required where need.id == service.wrapped: self = .decorates
        case .required: self = .ref
        case .optional: self = .optional
        case .lazy: self = .lazy
        case .provider: self = .provider
        }
    }
}

extension ServiceInspection {
    /// What it decorates: the next one in the stack.
    fileprivate var wrapped: String? {
        guard let place = decoration.firstIndex(of: id) else { return nil }
        return decoration.dropFirst(place + 1).first
    }
}

extension NeedInspection {
    /// Arguments and properties stay, as far as can be told; what a factory is asked of, or a function, need not.
    fileprivate var isHeld: Bool { place.hasPrefix("argument") || place.hasPrefix("property") }
}
