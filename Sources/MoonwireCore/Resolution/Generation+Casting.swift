import MoonwireValues

extension Generation {
    /// An instance as the type that is asked for; throws ``ContainerError`` when the service is of another type.
    func cast<T>(_ instance: AnyObject, ofServiceAt index: Int, as type: T.Type) throws -> T {
        let service = services[index]
        let casters = service.casters.isEmpty ? lateCasters(of: instance) : service.casters
        let caster = casters.first { $0.target == ObjectIdentifier(type) }
        if let caster, caster.isDirect { return unsafeBitCast(instance, to: T.self) }
        return try cast(instance, through: caster, service)
    }

    /// Not inlined, as it needs the metadata of generic types, which a direct cast does not.
    @inline(never) private func cast<T>(
        _ instance: AnyObject, through caster: AnyCaster?, _ service: PlannedService
    ) throws -> T {
        if let caster, let value = unsafeDowncast(caster, to: Caster<T>.self).cast(instance) { return value }
        if let value = unboxed(instance, as: T.self) { return value }
        throw ContainerError(.wrongType(service.definition, is: dynamicType(of: instance), wanted: T.self))
    }

    /// The one service that provides a type; throws ``ContainerError`` when there is none, or more than one.
    func place<T>(ofType type: T.Type) throws -> Int {
        let target = ObjectIdentifier(type)
        let candidates = services.filter { $0.casters.contains { $0.target == target } }
        guard candidates.count == 1, let only = candidates.first else {
            throw ContainerError(.noSingleProvider(of: typeName(type), candidates.map(\.id)))
        }
        return only.index
    }

    /// Whether instances of the service may be handed to any thread.
    func isSendable(_ instance: AnyObject, ofServiceAt index: Int) -> Bool {
        let service = services[index]
        // Subclasses inherit the conformance, so a known type answers for all of its instances.
        guard service.isSendable, service.exposure == nil else { return service.isSendable }
        return exposure(of: instance)?.description.isSendable ?? true
    }

    /// Whether the application may put this instance in the place of the service.
    func checkSupply(_ instance: AnyObject, ofServiceAt index: Int) throws {
        let service = services[index]
        guard service.scope == .shared else { throw ContainerError(.notShared(service.definition)) }
        guard let own = service.casters.first, !own.accepts(instance) else { return }
        throw ContainerError(.wrongSupply(service.definition, dynamicType(of: instance), wanted: own.targetName))
    }

    /// A function made the instance: only its class tells what it may be asked for as.
    private func lateCasters(of instance: AnyObject) -> [AnyCaster] {
        exposure(of: instance)?.casters ?? []
    }
}
