package import MoonwireCore
import MoonwireValues

extension WiringGraph {
    /// Creates the graph of an inspection, with marks.
    package init(_ inspection: Inspection) {
        // Abstract services are not built.
        let built = inspection.services.filter { !$0.isAbstract }
        self.init(services: built.map(Service.init))
        needs = built.flatMap { service in service.needs.map { Need($0, of: service) } }
        addUndefined()
        self = marked()
    }

    /// Adds ids that are needed and not defined; an id that is only optional is not a fault.
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
        values = service.values.map(WiringGraph.Value.init)
        if service.deprecation != nil { marks = [.deprecated] }
    }
}

extension WiringGraph.Value {
    /// The beginning of each text is enough to recognize it.
    private static let length = 400

    fileprivate init(_ value: ValueInspection) {
        let filled = value.filled == value.written ? nil : value.filled
        self.init(
            field: value.field, written: value.written.cutAtTheEnd(to: Self.length, mark: "…"),
            filled: filled?.cutAtTheEnd(to: Self.length, mark: "…"))
    }
}

extension WiringGraph.Need {
    fileprivate init(_ need: NeedInspection, of service: ServiceInspection) {
        self.init(from: service.id, to: need.id, kind: WiringGraph.Kind(need, of: service), field: need.field)
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
        case .built: self = .built
        case .later: self = .later
        case .lazy: self = .lazy
        case .provider: self = .provider
        }
    }
}

extension ServiceInspection {
    /// The decorated service: the next one in the stack.
    fileprivate var wrapped: String? {
        guard let index = decoration.firstIndex(of: id) else { return nil }
        return decoration.dropFirst(index + 1).first
    }
}

extension NeedInspection {
    /// Whether the instance may keep the dependency: an argument or a property, but not a factory or a function.
    fileprivate var isHeld: Bool { field.hasPrefix("argument") || field.hasPrefix("property") }
}
