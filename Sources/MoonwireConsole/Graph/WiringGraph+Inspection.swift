package import MoonwireCore
import MoonwireValues

extension WiringGraph {
    /// What a graph of definitions says, with marks.
    package init(_ inspection: Inspection) {
        self.init(services: inspection.services.map(Service.init))
        needs = inspection.services.flatMap { service in service.needs.map { Need($0, of: service) } }
        addUndefined()
        self = marked()
    }

    /// Ids that are needed and not defined are shown as well.
    private mutating func addUndefined() {
        var known = Set(services.map(\.id))
        for need in needs where known.insert(need.to).inserted {
            var missing = Service(id: need.to, title: "not defined")
            missing.marks = [.undefined]
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
        // As what a decorator wraps is called.
        case .required where need.id == service.id + ".inner": self = .decorates
        case .required: self = .ref
        case .optional: self = .optional
        case .lazy: self = .lazy
        case .provider: self = .provider
        }
    }
}

extension NeedInspection {
    /// Arguments and properties stay, as far as can be told; what a factory is asked of, or a function, need not.
    fileprivate var isHeld: Bool { place.hasPrefix("argument") || place.hasPrefix("property") }
}
