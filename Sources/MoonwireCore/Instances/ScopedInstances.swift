import MoonwireSupport

/// The instances of an open scope, over those of the generation beneath it.
///
/// Only services of the scope have slots. Everything else is found beneath, as it is there now.
final class ScopedInstances: InstanceTable, @unchecked Sendable {  // As in the superclass; groups are atomic.
    private let beneath: InstanceTable
    private let members: ScopeMembers
    private let groups: SlotGroups

    init(_ members: ScopeMembers, over beneath: InstanceTable) {
        self.beneath = beneath
        self.members = members
        groups = SlotGroups(count: members.count + 1)
        super.init(PlannedServices([]))
    }

    /// Services that do not belong to the scope, such as decorators with a scope of their own, share a slot that stays empty.
    override func slot(at index: Int) -> UnsafeMutablePointer<Slot> { groups.slot(members[index] ?? members.count) }

    override func find(_ index: Int) -> Unmanaged<AnyObject>? {
        guard let number = members[index] else { return beneath.find(index) }
        return Self.object(groups.contents(number))
    }

    override var holdings: [Holding] {
        // A scope that opens again inside itself hides the instances of the outer one.
        beneath.holdings.filter { members[$0.position] == nil }.map(\.lent) + own
    }

    override func holds(_ instance: AnyObject) -> Bool { super.holds(instance) || beneath.holds(instance) }

    override var held: [Int] { holdings.map(\.position) }

    /// The instances of the scope itself, in the order in which they were added.
    var own: [Holding] { rankedHoldings.map(\.holding) }
}
