/// The history of the shared instances of a generation, for infrequent queries.
struct InstanceLog {
    /// An instance that was added.
    struct Entry {
        let position: Int
        /// The order in which positions got their first instance; the layers above continue to count from it.
        let rank: Int
        var provenance: Provenance
    }

    /// An instance that was replaced while layers above used it.
    struct Former {
        let entry: Entry
        let instance: AnyObject
        /// The fillings between which a layer that was opened has it.
        let fillings: Range<Int>
    }

    /// The positions with their provenances, in the order in which their instances were added.
    private(set) var entries: [Entry] = []
    /// The sources of instances that were not built here, by position.
    private(set) var sources: [Int: Provenance.Source] = [:]
    /// The positions of instances that a reload has carried over, but to which what has changed could not be applied.
    private(set) var unapplied: Set<Int> = []
    /// When the instances at positions expire; most do not.
    private(set) var expiries: [Int: Expiry] = [:]
    /// The number of slots that have been cleared so far.
    private(set) var clearings = 0
    /// By the position of a cleared slot, the number of its last clearing.
    private var cleared: [Int: Int] = [:]
    /// The number of slots that have been filled so far, in this table and before in those beneath it.
    private(set) var fillings: Int
    /// How many open layers above were opened at each number of fillings.
    private var layers: [Int: Int] = [:]
    /// What layers above use that is no longer in the table.
    private(set) var formers: [Former] = []
    /// The number of positions that have each instance; nil until it is first needed.
    private var counts: [ObjectIdentifier: Int]?

    init(fillings: Int = 0) {
        self.fillings = fillings
    }

    func wasCleared(_ position: Int, since clearings: Int) -> Bool {
        cleared[position].map { $0 > clearings } ?? false
    }

    mutating func clear(_ position: Int) {
        clearings += 1
        cleared[position] = clearings
    }

    /// The number of the next filling.
    mutating func nextFilling() -> Int {
        fillings += 1
        return fillings
    }

    /// Records an instance at a position that had none.
    ///
    /// `rank` is that of an instance of the table beneath that it replaces.
    mutating func note(_ position: Int, _ provenance: Provenance, rank: Int? = nil) {
        let entry = Entry(position: position, rank: rank ?? fillings, provenance: provenance)
        var index = entries.endIndex
        while index > 0, entries[index - 1].rank > entry.rank { index -= 1 }
        entries.insert(entry, at: index)
        if provenance.source != .build { sources[position] = provenance.source }
        if let expiry = provenance.expiry { expiries[position] = expiry }
    }

    /// Records another instance at a position, and returns what was known of the former one.
    mutating func replace(_ position: Int, _ provenance: Provenance) -> (Entry?, Provenance.Source) {
        let source = sources.updateValue(provenance.source, forKey: position) ?? .build
        unapplied.remove(position)
        guard let index = entries.firstIndex(where: { $0.position == position }) else { return (nil, source) }
        let former = entries[index]
        entries[index].provenance = provenance
        return (former, source)
    }

    /// By position, the indices of the entries of instances that were lent; they do not change when others are added.
    var placesOfLoans: [Int: Int] {
        guard sources.values.contains(.loan) else { return [:] }
        let lent = entries.indices.filter { sources[entries[$0].position] == .loan }
        return Dictionary(lent.map { (entries[$0].position, $0) }) { $1 }
    }

    /// Records that a position has its instance no longer as a loan, but for good; false if it was not lent.
    mutating func adopt(_ position: Int, _ provenance: Provenance, at places: [Int: Int]) -> Bool {
        guard sources[position] == .loan, let index = places[position] else { return false }
        sources[position] = provenance.source == .build ? nil : provenance.source
        entries[index].provenance = provenance
        return true
    }

    /// Forgets the instance at a position, and returns what was known of it.
    mutating func remove(_ position: Int) -> (Entry?, Provenance.Source) {
        let source = sources.removeValue(forKey: position) ?? .build
        unapplied.remove(position)
        if !expiries.isEmpty { expiries[position] = nil }
        return (entries.firstIndex { $0.position == position }.map { entries.remove(at: $0) }, source)
    }

    /// Moves the instances at these positions behind all others, in their order.
    mutating func moveToEnd(_ positions: Set<Int>) {
        let moved = entries.filter { positions.contains($0.position) }
        entries.removeAll { positions.contains($0.position) }
        for entry in moved {
            entries.append(
                Entry(position: entry.position, rank: nextFilling(), provenance: entry.provenance.renumbered()))
        }
    }

    mutating func note(_ position: Int, isUnapplied: Bool) {
        if isUnapplied { unapplied.insert(position) } else { unapplied.remove(position) }
    }

    mutating func removeAll() {
        entries = []
        expiries = [:]
        counts = nil
    }

    /// Whether a position has the instance; `all` are the instances of the table.
    mutating func holds(_ instance: AnyObject, among all: () -> [AnyObject]) -> Bool {
        if counts == nil { counts = Dictionary(all().map { (ObjectIdentifier($0), 1) }, uniquingKeysWith: +) }
        return counts?[ObjectIdentifier(instance)] != nil
    }

    /// Records that a position has an instance from now on.
    mutating func count(_ instance: AnyObject) { counts?[ObjectIdentifier(instance), default: 0] += 1 }

    /// Records that a position no longer has an instance.
    mutating func discount(_ instance: AnyObject) {
        guard let left = counts?[ObjectIdentifier(instance)] else { return }
        counts?[ObjectIdentifier(instance)] = left > 1 ? left - 1 : nil
    }

    /// Reserves capacity for more instances.
    mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

    /// Opens a layer above: it has the instances that are in the table now, even if they are replaced.
    mutating func beginLayer() -> Int {
        layers[fillings, default: 0] += 1
        return fillings
    }

    /// Ends a layer, and returns the replaced instances that no other layer has, to be released outside the lock.
    mutating func endLayer(openedAt filling: Int) -> [Former] {
        let others = layers.removeValue(forKey: filling) ?? 1
        if others > 1 { layers[filling] = others - 1 }
        guard !formers.isEmpty else { return [] }
        let left = formers
        formers = left.filter { isUsed($0.fillings) }
        return left
    }

    /// Keeps an instance that is being replaced if a layer above has it.
    mutating func keep(_ instance: AnyObject, _ entry: Entry?, filledAt filling: Int) {
        guard let entry, isUsed(filling..<fillings + 1) else { return }
        formers.append(Former(entry: entry, instance: instance, fillings: filling..<fillings + 1))
    }

    private func isUsed(_ fillings: Range<Int>) -> Bool { layers.keys.contains { fillings.contains($0) } }
}
