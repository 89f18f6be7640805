/// A slot of a class.
struct SlotKey: Hashable {
    private let owner: ObjectIdentifier
    private let offset: Int?

    /// - Parameter field: Nil for a slot whose storage is not a field of the class.
    init(_ field: SlotField?, of table: SlotTable) {
        owner = ObjectIdentifier(table)
        offset = field?.offset
    }
}

/// The slots of which a generation has reported that they are empty.
final class SlotReports: Sendable {
    private let known = Lock<Set<SlotKey>>([])

    /// Whether nothing was reported of the slot yet.
    func isFirst(of field: SlotField?, _ table: SlotTable) -> Bool {
        known.withLock { $0.insert(SlotKey(field, of: table)).inserted }
    }
}
