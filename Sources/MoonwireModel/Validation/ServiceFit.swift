import MoonwireValues

/// Checks whether a referenced service fits the expected Swift type, as far as the type of the service is known before it is built.
struct ServiceFit {
    private typealias Mismatch = ShapeCheck.Mismatch

    private let graph: DefinitionGraph
    private let types: ServiceTypes

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        types = ServiceTypes(graph)
    }

    func mismatch(_ reference: ServiceReference, _ shape: ValueShape) -> ShapeCheck.Mismatch? {
        let handle = handle(of: reference, for: shape)
        guard handle == shape.handle else {
            return reference.statedKind == nil
                ? Mismatch(expected: shape.phrase, found: reference.phrase) : mismatch(ofLazy: reference, shape)
        }
        guard let target = graph.table.target(of: reference.id) else { return nil }
        guard let handle else {
            if isOfType(target, shape) || isToldByInstance(target, shape) { return nil }
            return mismatch(graph.table.suppliedDefinition(at: target), reference.phrase, shape)
        }
        guard case .object(let name) = shape else { return nil }
        let service = ValueShape.object(String(name.dropFirst(handle.count).dropLast()))
        if isToldByInstance(target, service) { return nil }
        return mismatch(graph.table.suppliedDefinition(at: target), reference.phrase, service, in: shape)
    }

    /// The beginning of the type of a handle; nil for the service itself.
    ///
    /// A lazy service is passed as the handle that is expected.
    private func handle(of reference: ServiceReference, for shape: ValueShape) -> String? {
        switch reference.kind {
        case .lazy: reference.statedKind == nil ? "LazyService<" : shape.handle ?? "LazyService<"
        case .provider: "ServiceProvider<"
        case .required, .optional, .built, .later: nil
        }
    }

    private func mismatch(ofLazy reference: ServiceReference, _ shape: ValueShape) -> Mismatch {
        Mismatch(
            expected: shape.phrase, found: "the service \"\(reference.id)\", which is lazy",
            hints: [.lazyHint(shape.phrase)])
    }

    /// Whether a service that is not supplied has exactly the expected type, as most have.
    private func isOfType(_ target: Int, _ shape: ValueShape) -> Bool {
        guard case .object(let wanted) = shape, graph.table.supplied.isEmpty, let type = graph.facts.types[target]
        else { return false }
        return type.description.qualifiedName == wanted
    }

    /// Whether the class of the referenced service may have to be compared, for ``mismatch(_:_:)-(_,Any.Type)``.
    func mayBeOfUnexposedClass(_ reference: ServiceReference) -> Bool {
        guard graph.table.supplied.isEmpty else { return true }
        guard let target = graph.table.target(of: reference.id) else { return false }
        if case .swift = graph.definitions[target].construction { return true }
        return false
    }

    /// How a service does not fit a shape; nil if it fits.
    ///
    /// `handle` is the shape of the handle through which the service is passed, if any.
    func mismatch(
        _ definition: Definition, _ found: @autoclosure () -> String, _ shape: ValueShape, in handle: ValueShape? = nil
    ) -> ShapeCheck.Mismatch? {
        guard case .known(let entry) = types.type(of: definition) else {
            if let registered = RegisteredType(definition) {
                return fits(registered, shape) ? nil : mismatch(registered, found(), shape, in: handle)
            }
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

    /// Why a registered class that is not exposed, or a supplied instance, does not fit.
    ///
    /// Uses the type itself, because names do not determine its base classes.
    func mismatch(_ reference: ServiceReference, _ wanted: Any.Type) -> ShapeCheck.Mismatch? {
        guard let target = graph.table.target(of: reference.id) else { return nil }
        if let supplied = graph.table.supplied[target] { return mismatch(supplied, reference, wanted) }
        // Names of types take long, and few services have a registered type.
        return reference.isHandle ? nil : mismatch(graph.definitions[target], reference.phrase, wanted)
    }

    /// The same for what a closure of the application makes, which messages call `found`.
    func mismatch(
        _ definition: Definition, _ found: @autoclosure () -> String, _ wanted: Any.Type
    ) -> ShapeCheck.Mismatch? {
        if let mismatch = CollectionFit.mismatch(definition, found(), wanted) { return mismatch }
        guard let registered = RegisteredType(definition), let type = registered.type as? AnyClass else { return nil }
        let name = qualifiedTypeName(wanted)
        guard case .object(name) = ValueShape.object(of: wanted), isJudged(name), isNameOfOneType(name),
            !(wanted is any Convertible.Type), !areRelated(type, wanted), !mayBeSubclass(registered, thatFits: name)
        else { return nil }
        return mismatch(registered, found(), .object(name), in: nil)
    }

    /// Why an object of the application does not fit: it may conform to a protocol without declaring it, so the object itself is
    /// cast.
    func mismatch(_ object: AnyObject, _ wanted: Any.Type) -> ShapeCheck.Mismatch? {
        let type = dynamicType(of: object)
        let exposed = graph.types?.ownType(of: type)
        guard !(wanted is any Convertible.Type), !SuppliedInstance.fits(object, exposed, wanted) else { return nil }
        return Mismatch(
            expected: ValueShape.object(of: wanted).phrase, found: "an object of type \(MoonwireValues.typeName(type))")
    }

    private func mismatch(
        _ supplied: SuppliedInstance, _ reference: ServiceReference, _ wanted: Any.Type
    ) -> ShapeCheck.Mismatch? {
        let service = unwrapped((wanted as? any ServiceHandleType.Type)?.serviceType ?? wanted)
        // A type with its own conversion has a shape that determines what fits.
        guard !(service is any Convertible.Type), !supplied.fits(service) else { return nil }
        let shape = (wanted as? any Convertible.Type)?.shape ?? .object(of: wanted)
        return Mismatch(expected: shape.phrase, found: "\(reference.phrase), which is \(supplied.typeName)")
    }

    /// Whether the supplied instance itself must be checked, because the expected type is not exposed.
    private func isToldByInstance(_ target: Int, _ shape: ValueShape) -> Bool {
        guard graph.table.supplied[target] != nil, case .object(let wanted) = shape else { return false }
        return graph.types?.entry(named: wanted) == nil
    }

    private func areRelated(_ found: AnyClass, _ wanted: Any.Type) -> Bool {
        guard let wanted = wanted as? AnyClass else { return false }
        return isClass(found, orInherits: wanted) || isClass(wanted, orInherits: found)
    }

    private func mismatch(
        _ registered: RegisteredType, _ found: String, _ shape: ValueShape, in handle: ValueShape?
    ) -> ShapeCheck.Mismatch {
        let isSameName = if case .object(let wanted) = shape { shortTypeName(wanted) == registered.name } else { false }
        return Mismatch(
            expected: isSameName ? shape.qualifiedName : (handle ?? shape).phrase,
            found: "\(found), which is \(isSameName ? registered.qualifiedName : registered.name)")
    }

    /// Whether an instance of a type that is not exposed may fit, as far as it is known before there is one.
    private func fits(_ registered: RegisteredType, _ shape: ValueShape) -> Bool {
        guard case .object(let wanted) = shape else { return false }
        if wanted == "Swift.AnyObject" { return registered.type is AnyClass }
        // Conformance to a protocol is known only from an instance.
        guard isJudged(wanted), isNameOfOneType(wanted), registered.qualifiedName != wanted else { return true }
        if mayBeSubclass(registered, thatFits: wanted) { return true }
        guard let found = registered.type as? AnyClass else { return false }
        if superclasses(of: found).contains(where: { qualifiedTypeName($0) == wanted }) { return true }
        guard let exposed = graph.types?.entry(named: wanted)?.exposed else { return true }
        return (exposed.type as? AnyClass).map { isClass($0, orInherits: found) } ?? false
    }

    private func mayBeSubclass(_ registered: RegisteredType, thatFits wanted: String) -> Bool {
        (graph.types?.subclasses(of: registered.qualifiedName) ?? []).contains { fits($0, wanted) }
    }

    /// A name without a module comes from a type with its own conversion of objects, and only an instance shows whether it is hashable.
    private func isJudged(_ wanted: String) -> Bool {
        wanted != "Swift.AnyHashable" && (wanted.contains(".") || graph.types?.entry(named: wanted) != nil)
    }

    /// Plain values may conform to protocols and fit other types that are not exposed.
    private func judged(_ shape: ValueShape) -> ValueShape {
        guard case .object(let name) = shape, graph.types?.entry(named: name) == nil else { return shape }
        return .anything
    }

    private func fits(_ type: TypeDescription, _ wanted: String) -> Bool {
        type.fits(wanted) || missing(type, wanted).isEmpty
    }

    /// The protocols that neither the type nor one of its base classes provides.
    private func missing(_ type: TypeDescription, _ wanted: String) -> [String] {
        let bases = type.providedTypes.compactMap { graph.types?.entry(named: $0)?.description }
        return type.missing(of: wanted).filter { part in !bases.contains { $0.fits(part) } }
    }

    /// An initializer creates its own type; other construction that returns a class may return a subclass.
    private func mayBeSubclass(_ definition: Definition, _ type: TypeDescription, thatFits wanted: String) -> Bool {
        if case .type = definition.construction { return false }
        return type.isClass && (graph.types?.subclasses(of: type.qualifiedName) ?? []).contains { fits($0, wanted) }
    }

    private func hints(_ type: TypeDescription, _ wanted: String) -> [String] {
        guard wanted.hasPrefix("any ") else { return [] }
        return [.providesHint(missing(type, wanted).map(shortTypeName), of: type.name)]
    }
}

/// The type of a service that the application registers, if it is a class, struct, or enum that is neither exposed nor plain data:
/// each instance has that type, or a subclass of it.
private struct RegisteredType {
    let type: Any.Type
    var name: String { typeName(type) }
    var qualifiedName: String { qualifiedTypeName(type) }

    init?(_ definition: Definition) {
        guard case .swift(let factory) = definition.construction, factory.exposed == nil,
            case .object(let name) = factory.product.shape, name.contains("."), isNameOfOneType(name)
        else { return nil }
        type = factory.product.targetType
    }
}

/// Whether a name is that of one class, struct, or enum, and not of a type with values of many types, such as a protocol.
func isNameOfOneType(_ name: String) -> Bool {
    !name.hasPrefix("any ") && !name.contains("(") && !name.contains(" & ")
        && name != "Swift.AnyObject" && name != "Swift.AnyHashable"
}

extension Definition {
    /// An inline service, or the value of a rule that is written in Swift, as messages name it.
    var phraseOfInline: String { if case .swift = construction { "a value" } else { "an inline service" } }
}

extension ServiceReference {
    fileprivate var phrase: String {
        switch kind {
        case .required, .optional, .built, .later: "the service \"\(id)\""
        case .lazy, .provider: "`\(kind.rawValue) \"\(id)\"`"
        }
    }
}

extension ValueShape {
    fileprivate var qualifiedName: String { if case .object(let name) = self { name } else { phrase } }
}
