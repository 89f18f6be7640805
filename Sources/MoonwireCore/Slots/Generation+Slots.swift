import MoonwireValues

extension Generation {
    /// Fills the slots of an object that was just built.
    @inline(__always) func fillSlots(of instance: AnyObject, builtAs service: PlannedService) throws {
        // Usually the class is the planned one, and has no slots.
        let type: AnyClass = type(of: instance)
        if service.objectType == ObjectIdentifier(type), service.slots == nil { return }
        try fillSlots(of: instance, as: type, service)
    }

    @inline(never) private func fillSlots(of instance: AnyObject, as type: AnyClass, _ service: PlannedService) throws {
        let planned = service.objectType == ObjectIdentifier(type) ? service.slots : nil
        try fillSlots(of: instance, planned ?? SlotTable.of(type), service)
    }

    func fillSlots(of owner: AnyObject, _ table: SlotTable, _ service: PlannedService?) throws {
        if !table.moduleFields.isEmpty, let wrappers = context.current.wrappers {
            for field in table.moduleFields { field.join(wrappers, in: owner) }
        }
        if table.isEmpty { return }
        // Known slots would be filled, and the others would be missed.
        if let hidden = table.hidden { throw ContainerError(.notInjectable(table.ownerName, hidden)) }
        Resolution.current.observe(in: self) { instances.dependencyLog.note(slots: table, by: $0) }
        if table.mayStateUnknownNames { reportDeclarations(in: owner, table, service) }
        if table.optionalSlots.areAll {
            // They are filled when they are read.
            return table.optionalSlots.join(owner, context.current) { SlotHome(self, service, table.optionalSlots) }
        }
        let adoption = SlotAdoption(self, service, table)
        let quickSlots = table.quickSlots
        guard !quickSlots.isEmpty, fillsQuickly(adoption.home) else { return try adopt(owner, table, adoption) }
        for (number, field) in table.fields.enumerated() {
            if quickSlots[number]?.fill(field, of: owner, from: self, adoption.home) == true { continue }
            try field.slot.adopt(field, of: owner, table, by: adoption)
        }
    }

    /// A function or a hook for one slot may read the others, so all of them first learn their container.
    private func adopt(_ owner: AnyObject, _ table: SlotTable, _ adoption: SlotAdoption) throws {
        for field in table.fields { field.slot.join(field, of: owner, table, adoption.home) }
        try Resolution.current.adopting(adoption.home) {
            for field in table.fields { try field.slot.adopt(field, of: owner, table, by: adoption) }
        }
    }

    /// The service with that id, or the one that provides the type.
    ///
    /// A missing one is recorded, too: after a reload there may be one.
    func answer<Value>(_ type: Value.Type, id: String?, for home: SlotHome?) throws -> SlotAnswer<Value> {
        let index: Int
        if let id {
            let position = plan.names.position(of: id)
            note(by: home) { instances.dependencyLog.note(id: id, leadingTo: position, by: $0) }
            guard let position else { return .nothing(.unknownService(id, plan.graph)) }
            index = position
        } else {
            noteType(type, by: home)
            let wanted = unwrapped(type)
            switch plan.lookup(ObjectIdentifier(wanted)) {
            case .one(let position, _): index = position
            case .none: return .nothing(.noProvider(typeName(wanted)))
            case .several:
                let positions = providerPositions(of: ObjectIdentifier(wanted))
                guard positions.count == 1 else { return .nothing(.severalProviders(wanted, self)) }
                index = positions[0]
            }
        }
        note(index, by: home)
        let object = try instance(at: index)
        if let value = cast(object, ofServiceAt: index, toSlotOf: type) {
            return .value(value, isWeak: plan.services[index].scope == .weak)
        }
        return .nothing(
            .wrongType(plan.services[index].definition, is: dynamicType(of: object), wanted: unwrapped(type)))
    }

    /// No definition contains the injected values, and a reload must know them.
    private func note(by home: SlotHome?, _ note: (_ position: Int) -> Void) {
        Resolution.current.observe(in: self, note)
        // A late read happens long after the owner was built.
        if let position = home?.service.flatMap({ plan.names.position(of: $0) }) { note(position) }
    }

    func note(_ need: Int, by home: SlotHome?) {
        note(by: home) { instances.dependencyLog.note(service: need, by: $0) }
    }

    /// The value depends on the service that provides its type.
    private func noteType<Value>(_ type: Value.Type, by home: SlotHome?) {
        note(by: home) { instances.dependencyLog.note(type: ObjectIdentifier(unwrapped(type)), by: $0) }
    }

    /// An optional slot takes a value of the wrapped type.
    func cast<Value>(_ object: AnyObject, ofServiceAt index: Int, toSlotOf type: Value.Type) -> Value? {
        let casters = casters(of: object, ofServiceAt: index)
        func wrapped<O: OptionalType>(_: O.Type) -> Value? {
            casters.cast(object, to: O.Wrapped.self).flatMap { $0 as? Value }
        }
        if let optional = type as? any OptionalType.Type { return wrapped(optional) }
        return casters.cast(object, to: type)
    }

    /// A new instance of an exposed type, if it has an initializer that needs no arguments.
    func makeAlone<Value>(_ type: Value.Type) throws -> Value? {
        guard let exposure = plan.registry.exposure(of: unwrapped(type)), let initializer = exposure.initializerAlone
        else { return nil }
        let none = PlannedArguments(initializer.signature.arguments.map { _ in nil })
        guard let made = try call(initializer, on: nil, none) else { return nil }
        if let slots = exposure.slots { try fillSlots(of: made, slots, nil) }
        return exposure.casters.cast(made, to: type)
    }

    /// Whether a new instance needs no arguments.
    func canMakeAlone<Value>(_ type: Value.Type) -> Bool {
        plan.registry.exposure(of: unwrapped(type))?.initializerAlone != nil
    }
}

extension Exposure {
    /// The first synchronous initializer that needs no arguments.
    fileprivate var initializerAlone: Callable? {
        initializers.first { $0.begin == nil && $0.signature.arguments.allSatisfy(\.isOptional) }
    }
}
