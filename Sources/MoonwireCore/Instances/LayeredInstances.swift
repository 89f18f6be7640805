import MoonwireSupport

/// The shared instances of a generation over another one: its own, and those that the other one had when it was opened.
///
/// Opening one costs next to nothing, however many services there are: slots are allocated in groups, when they are first filled.
final class LayeredInstances: InstanceTable, @unchecked Sendable {  // As in the superclass; groups are atomic.
    /// The contents of a slot that hides the instance beneath it.
    private static let hidden: UInt = 1

    private let beneath: InstanceTable
    /// The number of fillings of the table beneath when this one was opened.
    private let filling: Int
    /// The positions whose instances beneath are not used.
    private let affected: ServiceSet
    private let groups: SlotGroups

    /// A table for `count` services.
    init(_ count: Int, over beneath: InstanceTable, openedAt filling: Int, affected: ServiceSet) {
        self.beneath = beneath
        self.filling = filling
        self.affected = affected
        groups = SlotGroups(count: count)
        super.init(PlannedServices([]), fillings: filling)
    }

    override func slot(at index: Int) -> UnsafeMutablePointer<Slot> { groups.slot(index) }

    override var clearedSlot: UInt { Self.hidden }

    override func find(_ index: Int) -> Unmanaged<AnyObject>? {
        let contents = groups.contents(index)
        guard contents == 0 else { return Self.object(contents) }
        return affected.contains(index) ? nil : beneath.peek(index, before: filling)
    }

    override func rankBeneath(at index: Int) -> Int? {
        guard groups.contents(index) == 0, !affected.contains(index) else { return nil }
        return beneath.rank(at: index, before: filling)
    }

    override func expiry(at index: Int, _ own: Expiry?) -> Expiry? {
        guard groups.contents(index) == 0, !affected.contains(index) else { return own }
        return beneath.expiry(at: index, before: filling)
    }

    override var holdings: [Holding] {
        let own = rankedHoldings
        let lent = beneath.rankedHoldings(before: filling).filter { _, holding in
            !affected.contains(holding.position) && groups.contents(holding.position) == 0
        }
        return (lent.map { ($0.rank, $0.holding.lent) } + own).sorted { $0.0 < $1.0 }.map(\.1)
    }

    override func holds(_ instance: AnyObject) -> Bool { holdings.contains { $0.instance === instance } }

    override var held: [Int] { holdings.map(\.position) }
}
