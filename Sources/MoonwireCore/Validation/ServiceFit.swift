import MoonwireValues

/// Checks whether a service that a definition refers to fits the Swift type that it is meant for, as far as the type of the
/// service is known before it is built.
struct ServiceFit {
    private typealias Mismatch = ShapeCheck.Mismatch

    private let graph: DefinitionGraph
    private let types: ServiceTypes

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        types = ServiceTypes(graph)
    }

    func mismatch(_ reference: ServiceReference, _ shape: ValueShape) -> ShapeCheck.Mismatch? {
        let handle = reference.kind == .lazy ? "LazyService<" : reference.kind == .provider ? "Provider<" : nil
        guard handle == shape.handle else { return Mismatch(expected: shape.phrase, found: reference.phrase) }
        guard let target = graph.target(of: reference.id) else { return nil }
        guard let handle else { return mismatch(graph.definitions[target], reference.phrase, shape) }
        guard case .object(let name) = shape else { return nil }
        let service = ValueShape.object(String(name.dropFirst(handle.count).dropLast()))
        return mismatch(graph.definitions[target], reference.phrase, service, in: shape)
    }

    /// - Parameter handle: The shape of the handle through which the service is wanted, if it is.
    func mismatch(
        _ definition: Definition, _ found: @autoclosure () -> String, _ shape: ValueShape, in handle: ValueShape? = nil
    ) -> ShapeCheck.Mismatch? {
        if case .object("Any") = shape { return nil }
        guard case .known(let entry) = types.type(of: definition) else {
            guard let plain = types.plainShape(of: definition), !plain.shape.mayFit(judged(shape)) else { return nil }
            return Mismatch(expected: (handle ?? shape).phrase, found: "\(found()), which is \(plain.name)")
        }
        let type = entry.description
        guard case .object(let wanted) = shape else {
            return Mismatch(expected: shape.phrase, found: "\(found()), which is \(type.name)")
        }
        guard isJudged(wanted), !fits(type, wanted), !mayBeSubclass(definition, type, thatFits: wanted) else {
            return nil
        }
        let isSameName = shortTypeName(wanted) == type.name
        let expected = isSameName ? wanted : (handle ?? shape).phrase
        return Mismatch(
            expected: expected, found: "\(found()), which is \(isSameName ? type.qualifiedName : type.name)",
            hints: hints(type, wanted))
    }

    /// A name without a module comes from a type that reads objects in its own way.
    private func isJudged(_ wanted: String) -> Bool { wanted.contains(".") || graph.types?.entry(named: wanted) != nil }

    /// Plain values conform to protocols, and to what else is not exposed, for all that is known.
    private func judged(_ shape: ValueShape) -> ValueShape {
        guard case .object(let name) = shape, graph.types?.entry(named: name) == nil else { return shape }
        return .anything
    }

    private func fits(_ type: TypeDescription, _ wanted: String) -> Bool {
        type.fits(wanted) || missing(type, wanted).isEmpty
    }

    /// What neither the type nor one of its base classes provides.
    private func missing(_ type: TypeDescription, _ wanted: String) -> [String] {
        let bases = type.providedTypes.compactMap { graph.types?.entry(named: $0)?.description }
        return type.missing(of: wanted).filter { part in !bases.contains { $0.fits(part) } }
    }

    /// An initializer makes its own type; whatever else returns a class may return a subclass of it.
    private func mayBeSubclass(_ definition: Definition, _ type: TypeDescription, thatFits wanted: String) -> Bool {
        if case .type = definition.construction { return false }
        return type.isClass && (graph.types?.subclasses(of: type.qualifiedName) ?? []).contains { fits($0, wanted) }
    }

    private func hints(_ type: TypeDescription, _ wanted: String) -> [String] {
        guard wanted.hasPrefix("any ") else { return [] }
        return [.providesHint(missing(type, wanted).map(shortTypeName), of: type.name)]
    }
}

extension ServiceReference {
    fileprivate var phrase: String {
        switch kind {
        case .required, .optional: "the service \"\(id)\""
        case .lazy, .provider: "`\(kind.rawValue) \"\(id)\"`"
        }
    }
}

extension ValueShape {
    /// The generic type of a handle, when that is what fits.
    var handle: String? {
        guard case .object(let name) = self, name.utf8.last == UInt8(ascii: ">") else { return nil }
        return ["LazyService<", "Provider<"].first { name.hasPrefix($0) }
    }
}
