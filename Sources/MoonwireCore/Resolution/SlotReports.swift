import MoonwireSupport

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

/// What a generation has reported of slots that are empty, or whose stored values are of no use, as they ask again at every read.
final class SlotReports: Sendable {
    enum Key: Hashable {
        case field(SlotKey)
        /// A slot that belongs to no object.
        case ownerless(OwnerlessSlotKey)
    }

    /// By slot, what was said last.
    private let known = Lock<[Key: String]>([:])
    private let count = Atomic(0)

    /// Whether nothing was reported of any slot, as in most programs: whoever looks then takes no lock.
    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Notes that something is reported of the slot; false when something was before.
    func recordIfFirst(_ key: Key) -> Bool {
        change { known in
            if known[key] != nil { return false }
            known[key] = ""
            return true
        }
    }

    /// Notes what is reported of the slot; false when the same was reported last.
    func recordIfNew(_ error: ContainerError, of key: Key) -> Bool {
        let words = "\(error)"
        return change { $0.updateValue(words, forKey: key) != words }
    }

    /// Forgets what was reported of a slot that gave a value since.
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
