import MoonwireSupport

/// A slot of a class.
struct SlotKey: Hashable {
    private let owner: ObjectIdentifier
    private let offset: Int?

    /// Creates the identity of a slot in reports; `field` is nil for a slot whose storage is not a field of the class.
    init(_ field: SlotField?, of table: SlotTable) {
        owner = ObjectIdentifier(table)
        offset = field?.offset
    }
}

/// The reports of a generation about slots that are empty, or whose stored values are invalid, because these are read repeatedly.
final class SlotReports: Sendable {
    enum Key: Hashable {
        case field(SlotKey)
        /// A slot that belongs to no object.
        case ownerless(OwnerlessSlotKey)
    }

    private static let numbers = Atomic(0)

    /// Distinguishes these reports from those of other containers and generations.
    private let number = numbers.wrappingAdd(1, ordering: .relaxed).newValue
    /// By slot, the last report.
    private let known = Lock<[Key: String]>([:])
    private let count = Atomic(0)
    /// The classes whose declarations have been compared with the wiring.
    private let compared = Lock<Set<ObjectIdentifier>>([])
    /// The classes of which an instance that a service has built was searched for slots without a provider.
    private let built = Lock<Set<ObjectIdentifier>>([])

    /// Whether there are no reports, as in most programs: the check takes no lock.
    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Whether a class is seen for the first time.
    func isFirst(_ table: SlotTable) -> Bool {
        if table.comparison.load(ordering: .relaxed) == number { return false }
        let key = ObjectIdentifier(table)
        let isFirst = compared.withLock { $0.contains(key) ? false : $0.insert(key).inserted }
        table.comparison.store(number, ordering: .relaxed)
        return isFirst
    }

    /// Whether a service has built an instance of a class for the first time.
    func isFirstBuilt(_ table: SlotTable) -> Bool {
        let key = ObjectIdentifier(table)
        return built.withLock { $0.contains(key) ? false : $0.insert(key).inserted }
    }

    /// Records a report about the slot; false if there was one before.
    func recordIfFirst(_ key: Key) -> Bool {
        change { known in
            if known[key] != nil { return false }
            known[key] = ""
            return true
        }
    }

    /// Records a report about the slot; false if it equals the last one.
    func recordIfNew(_ error: ContainerError, of key: Key) -> Bool {
        let words = "\(error)"
        return change { $0.updateValue(words, forKey: key) != words }
    }

    /// Removes the report about a slot that has a value since.
    func forget(_ key: Key) {
        change { $0[key] = nil }
    }

    private func change<R>(_ body: (inout [Key: String]) -> R) -> R {
        known.withLock { known in
            defer { count.store(known.count, ordering: .relaxed) }
            return body(&known)
        }
    }
}
