import MoonwireModel
import MoonwireValues

// What the declarations of slots state, such as an id, is known only from an object, unless an exposure states it: it is compared with the
// wiring, or with the exposure, when the first object of a class is built or injected into.

/// Why a slot cannot be filled as it is declared, and the line of its declaration.
typealias UnknownName = (fault: SlotFault, declaration: SlotDeclaration)

/// What the declaration of a slot contains, and its line.
typealias DeclarationContent = (value: SlotDescription.Arguments, declaration: SlotDeclaration)

extension Generation {
    /// Compares the declarations of slots with what the exposure states and, unless a load has done it, with the wiring; once for each
    /// class.
    func reportDeclarations(in owner: AnyObject, _ table: SlotTable, _ service: PlannedService?) {
        if let service, !service.mayAssignSlots { reportUnmadeSlots(of: owner, table) }
        guard !isBeside, reports.slots.isFirst(table) else { return }
        // The definition of the owner assigns these when the slots have been filled.
        let assigned = Set(service?.definition.setters.map(\.name) ?? [])
        let exposure = table.isStated ? plan.registry.exposedType(of: table.owner) : nil
        let remarks = table.fields.flatMap { field -> [Diagnostic] in
            let other = exposure.flatMap { difference(of: field, in: owner, table, from: $0) }
            if other == nil, let exposure, SlotArgumentCheck.includes(field.name, of: exposure, in: plan.graph) {
                return []
            }
            let unknown = assigned.contains(field.name) ? nil : unknownName(of: field, in: owner, table)
            return [other, unknown].compactMap(\.self)
        }
        if !remarks.isEmpty { reports.diagnostics.report(remarks) }
    }

    /// The remark that the declaration of a slot differs from what the exposure states.
    private func difference(
        of field: SlotField, in owner: AnyObject, _ table: SlotTable, from exposure: any ExposedType
    ) -> Diagnostic? {
        exposure.statement(of: field).flatMap { field.slot.otherArguments(at: field, of: owner, table, than: $0) }
    }

    /// The remark that the declaration of a slot, which is filled when it is read, names what the wiring does not have.
    private func unknownName(of field: SlotField, in owner: AnyObject, _ table: SlotTable) -> Diagnostic? {
        guard field.isFilledLate else { return nil }
        return field.slot.unknownName(at: field, of: owner, table, self) { title, fault, declaration in
            fault.isOfMissingProvider ? nil : .declaredSlot(title, fault, declaration)
        }
    }

    /// Reports lazy slots that are empty and for whose types there is no service, when the definition of their owner, its functions, and
    /// hooks have had the opportunity to assign them.
    ///
    /// The application may assign the slots of other owners later: then the first read that fails reports them.
    @inline(__always) func reportUnmadeSlots(of instance: AnyObject, builtAs service: PlannedService) {
        if service.mayAssignSlots { reportUnmadeSlots(ofInstance: instance, service) }
    }

    @inline(never) private func reportUnmadeSlots(ofInstance instance: AnyObject, _ service: PlannedService) {
        let type: AnyClass = type(of: instance)
        let isPlanned = service.objectType == ObjectIdentifier(type)
        if let table = isPlanned ? service.slots : SlotTable.of(type) { reportUnmadeSlots(of: instance, table) }
    }

    private func reportUnmadeSlots(of owner: AnyObject, _ table: SlotTable) {
        guard table.mayLackProviders, !isBeside, reports.slots.isFirstBuilt(table) else { return }
        let remarks = table.fields.compactMap { field in
            field.slot.unknownName(at: field, of: owner, table, self) { title, fault, declaration in
                guard isFirstReport(ofUnmade: field, of: table, fault) else { return nil }
                return .declaredSlot(title, fault, declaration)
            }
        }
        if !remarks.isEmpty { reports.diagnostics.report(remarks) }
    }

    /// Whether neither a load nor an earlier object has reported that nothing makes the value of a slot.
    func isFirstReport(ofUnmade field: SlotField, of table: SlotTable, _ fault: SlotFault) -> Bool {
        guard fault.isOfMissingProvider, reports.slots.recordIfFirst(.field(SlotKey(field, of: table))) else {
            return false
        }
        guard table.isStated, let exposure = plan.registry.exposedType(of: table.owner) else { return true }
        return !LazySlotCheck.reports(field.name, of: exposure, in: plan.graph)
    }

    /// The faults of the other required slots of an owner one of which cannot be filled.
    func otherUnknownNames(in owner: AnyObject, _ table: SlotTable, after first: SlotField?) -> [Diagnostic] {
        table.fields.compactMap { field in
            guard field.offset > first?.offset ?? .max, field.slot.kind == .injected, !field.isOptional else {
                return nil
            }
            return field.slot.unknownName(at: field, of: owner, table, self) { .slot($0, $1, $2, in: nil) }
        }
    }
}

extension Slot {
    fileprivate static func unknownName(
        at field: SlotField, of owner: AnyObject, _ table: SlotTable, _ generation: Generation,
        _ diagnostic: (String, SlotFault, SlotDeclaration) -> Diagnostic?
    ) -> Diagnostic? {
        let slot = BoundSlot<Self>(field, of: owner, table)
        return unknownName(in: slot, generation).flatMap { diagnostic(slot.title, $0.fault, $0.declaration) }
    }
}

extension Slot {
    /// The remark that a slot differs from what an exposure states; nil if it does not.
    fileprivate static func otherArguments(
        at field: SlotField, of owner: AnyObject, _ table: SlotTable, than stated: SlotDescription.Arguments
    ) -> Diagnostic? {
        let slot = BoundSlot<Self>(field, of: owner, table)
        guard let found = arguments(of: slot), found.value != stated else { return nil }
        return .otherSlotArguments(
            slot.title, table.ownerName, field.slot.kind, stated: stated, found: found.value, found.declaration)
    }
}

extension InjectableSlot {
    static func arguments(of slot: BoundSlot<Self>) -> DeclarationContent? {
        let storage = slot.address
        let value: SlotDescription.Arguments =
            kind == .lazy ? .initialValue(storage.pointee.hasInitialValue) : .id(storage.pointee.id)
        return (value, storage.pointee.declaration)
    }

    static func unknownName(in slot: BoundSlot<Self>, _ generation: Generation) -> UnknownName? {
        // The rules are asked last: they need the names of the owner, which are expensive.
        guard slot.address.pointee.value == nil else { return nil }
        if let id = slot.address.pointee.id {
            guard generation.plan.names.position(of: id) == nil, !isDecided(slot, generation) else { return nil }
            return (.unknownService(id, generation.plan.graph), slot.address.pointee.declaration)
        }
        let isRequired = kind == .lazy && !(Value.self is any OptionalType.Type)
        guard isRequired, generation.providerPositions(of: ObjectIdentifier(Value.self)).isEmpty,
            !isDecided(slot, generation), source(of: slot, in: generation) == .none
        else { return nil }
        return (.noProvider(typeName(Value.self)), slot.address.pointee.declaration)
    }

    private static func isDecided(_ slot: BoundSlot<Self>, _ generation: Generation) -> Bool {
        (try? generation.plan.rules.decisive(for: slot)) != nil
    }
}

extension Provided {
    static func arguments(of slot: BoundSlot<Self>) -> DeclarationContent? {
        let provider = slot.address.pointee.provider as? any TemplateSlotProvider
        return provider.map { (.id($0.template), slot.address.pointee.declaration) }
    }

    static func unknownName(in slot: BoundSlot<Self>, _ generation: Generation) -> UnknownName? {
        guard let provider = slot.address.pointee.provider as? any TemplateSlotProvider, let name = provider.template,
            slot.address.pointee.value == nil, (try? generation.plan.rules.decisive(for: slot)) == nil,
            generation.plan.names.position(of: Definition.partialPrefix + name) == nil
        else { return nil }
        return (.unknownPartial(name, generation.plan.graph), slot.address.pointee.declaration)
    }
}

extension ExposedType {
    /// What the exposure states about the declaration of a slot.
    fileprivate func statement(of field: SlotField) -> SlotDescription.Arguments? {
        description.slots.first { $0.name == field.name }?.arguments
    }
}

extension PlannedService {
    /// Whether its definition, or a hook, may assign slots of an instance after they have been filled.
    fileprivate var mayAssignSlots: Bool { !steps.isEmpty || hooks != nil }
}

extension SlotField {
    /// Whether the slot is required when it is read, and nothing but a service can fill it.
    var mayLackProvider: Bool { slot.kind == .lazy && !isOptional }

    /// Whether a missing value is no error when the owner is built.
    var isFilledLate: Bool {
        switch slot.kind {
        case .lazy, .weak, .partial: true
        case .injected: isOptional
        case .final, .preference, .provided, .resource: false
        }
    }
}
