// The description of slots for the model.

extension SlotTable {
    var slotOwner: SlotOwner {
        SlotOwner(name: ownerName, names: ownerNames, slots: fields.map { SlotDescription($0) })
    }

    var registered: RegisteredOwner { RegisteredOwner(owner, slotOwner, hiddenFields: hidden) }
}

extension SlotTable {
    func subject(_ field: SlotField) -> InjectionRuleIndex.Subject {
        InjectionRuleIndex.Subject(
            ownerNames: ownerNames, name: field.name, typeNames: field.type.typeNames,
            protocolNames: field.type.protocolNames,
            properties: SlotProperties(
                owner: ownerName, name: field.name, type: field.type.name, wrapper: field.slot.wrapper.name,
                isOptional: field.isOptional))
    }
}

extension InjectionRuleIndex.Subject {
    /// A slot that belongs to no object, static or of a struct: its owner and its name are not known.
    init(ownerless type: SlotType) {
        self.init(
            ownerNames: [], name: "", typeNames: type.typeNames, protocolNames: type.protocolNames, properties: nil)
    }
}

extension SlotDescription {
    init(_ field: SlotField) {
        self.init(
            name: field.name, kind: field.slot.kind, wrapperName: field.slot.wrapper.ofApplication,
            type: field.type.name, typeNames: field.type.typeNames,
            protocolNames: field.type.protocolNames, shape: field.slot.shape, swiftType: field.slot.swiftType)
    }
}
