import MoonwireSupport
import MoonwireValues

extension Generation {
    /// An instance as the requested type; throws ``ContainerError`` if the service has another type.
    func cast<T>(_ instance: AnyObject, ofServiceAt index: Int, as type: T.Type) throws -> T {
        if isDirect(index, ObjectIdentifier(type)) { return unsafeBitCast(instance, to: T.self) }
        if let own = plan.services[index].casters.first, own.target == ObjectIdentifier(type), own.isDirect {
            return unsafeBitCast(instance, to: T.self)
        }
        return try castSlowly(instance, ofServiceAt: index, as: type)
    }

    /// Not inlined, because it needs the metadata of generic types.
    @inline(never) private func castSlowly<T>(_ instance: AnyObject, ofServiceAt index: Int, as type: T.Type) throws
        -> T
    {
        if let value = casters(of: instance, ofServiceAt: index).cast(instance, to: type) { return value }
        let definition = plan.services[index].definition
        throw ContainerError(
            .wrongType(
                definition.phrase, is: dynamicType(of: instance), wanted: T.self, at: definition.origin.location))
    }

    /// Whether all instances of a service are of the class that the type is, as far as it is known quickly.
    @inline(__always) func isDirect(_ index: Int, _ type: ObjectIdentifier) -> Bool {
        // A thin generation has no casters of its own.
        guard !context.isThin, let caster = instances.shared.ownCaster(index, for: type) else { return false }
        return caster._withUnsafeGuaranteedRef(\.isDirect)
    }

    /// The casters of the service's instances to their resolvable types.
    func casters(of instance: AnyObject, ofServiceAt index: Int) -> [AnyCaster] {
        let known = plan.services[index].casters
        // A function created the instance: only its class determines the type.
        return known.isEmpty ? exposure(of: instance)?.casters ?? [] : known
    }

    /// The one service that provides a type; throws ``ContainerError`` if there is none, or more than one.
    func position<T>(ofType type: T.Type) throws -> Int {
        let target = ObjectIdentifier(type)
        if case .one(let position, _) = plan.lookup(target) { return position }
        let candidates = providerPositions(of: target)
        guard candidates.count == 1, let only = candidates.first else {
            throw ContainerError(.noSingleProvider(of: typeName(type), candidates.map { plan.services[$0].id }))
        }
        return only
    }

    /// The positions of the services that provide a type.
    func providerPositions(of type: ObjectIdentifier) -> [Int] {
        if let replaced = plan.replaced?.providers(of: type) { return replaced }
        return tables.providerIndex.providers(of: type, among: plan.services.count) { position in
            plan.services[position].definition.isSelectable ? plan.services[position].casters.map(\.target) : []
        }
    }

    /// Checks that the application may resolve a service; a deprecated one is reported once.
    func admit(_ position: Int) throws {
        let definition = plan.services[position].definition
        guard definition.isPublic else { throw ContainerError(.notPublic(definition)) }
        if definition.deprecation != nil, reports.deprecatedServices.withLock({ $0.insert(position).inserted }) {
            reports.diagnostics.report([.deprecated(definition)])
        }
    }

    /// Checks that the application may use an id: an alias can be private although its service is not.
    func admit(id: String) throws {
        guard let definition = plan.graph.table.index[id].map({ plan.graph.definitions[$0] }), definition.isAlias,
            !definition.isPublic
        else { return }
        throw ContainerError(.notPublic(definition))
    }

    /// Whether instances of the service may be passed to any thread.
    func isSendable(_ instance: AnyObject, ofServiceAt index: Int) -> Bool {
        let service = plan.services[index]
        // Subclasses inherit the conformance, so a known type determines it for all of its instances.
        guard service.isSendable, service.exposure == nil else { return service.isSendable }
        return exposure(of: instance)?.description.isSendable ?? true
    }

    /// Whether the application may supply this instance for the service.
    func checkSupply(_ instance: AnyObject, ofServiceAt index: Int) throws {
        let service = plan.services[index]
        switch service.scope {
        case .shared: break
        case .named(let name) where hasScope(name): break
        case .named(let name): throw ContainerError(scopeNotOpen(name, neededBy: service))
        case .transient, .graph, .weak, .cached: throw ContainerError(.notShared(service.definition))
        }
        guard let own = service.casters.first, !own.accepts(instance) else { return }
        throw ContainerError(.wrongSupply(service.definition, dynamicType(of: instance), wanted: own.targetType))
    }

    /// Whether an instance for a service fits all of the service's uses.
    ///
    /// No lock may be held: reading environment variables may run application code.
    func checkUses(of instance: AnyObject, byServiceAt position: Int) throws {
        let definition = plan.services[position].definition
        let supplied = SuppliedInstance(instance, for: definition, exposure(of: instance), plan.registry) {
            .standIn(of: $0, for: definition)
        }
        let graph = wholePlan.graph
        let faults = SupplyCheck(graph, parameters.tree, wholeTables.serviceUses(in: graph)).check([
            position: supplied
        ])
        guard faults.isEmpty else { throw secrets.masked(ContainerError(faults)) }
    }
}

extension [AnyCaster] {
    /// The instance as that type; nil if it cannot be cast.
    func cast<T>(_ instance: AnyObject, to type: T.Type) -> T? {
        let caster = first { $0.target == ObjectIdentifier(type) }
        if let caster, caster.isDirect { return unsafeBitCast(instance, to: T.self) }
        return Self.cast(instance, through: caster)
    }

    /// Not inlined, because it needs the metadata of generic types, which a direct cast does not.
    @inline(never) private static func cast<T>(_ instance: AnyObject, through caster: AnyCaster?) -> T? {
        if let caster, let value = unsafeDowncast(caster, to: Caster<T>.self).cast(instance) { return value }
        return unboxed(instance, as: T.self)
    }
}
