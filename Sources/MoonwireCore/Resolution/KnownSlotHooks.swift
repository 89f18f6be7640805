import MoonwireSupport

/// The hooks of the slots that a generation has filled, looked up once for each.
final class KnownSlotHooks: Sendable {
    private let known = Lock<[SlotKey: SlotHooks?]>([:])

    func hooks(of field: SlotField, _ table: SlotTable, _ lookUp: (SlotName) -> SlotHooks?) -> SlotHooks? {
        let key = SlotKey(field, of: table)
        if let known = known.withLock({ $0[key] }) { return known }
        let found = lookUp(SlotName(field, of: table))
        known.withLock { $0[key] = .some(found) }
        return found
    }
}

extension SlotName {
    fileprivate init(_ field: SlotField, of table: SlotTable) {
        self.init(
            owner: table.ownerName, otherOwners: table.ownerNames.joined().filter { $0 != table.ownerName },
            name: field.name, types: field.type.typeNames + field.type.protocolNames)
    }
}
