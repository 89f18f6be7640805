import MoonwireSupport

/// The shared instances of a generation over another one: its own, and those that the other one had when it was opened.
///
/// Opening one costs next to nothing, however many services there are: slots are allocated in groups, when they are first filled.
final class LayeredInstances: InstanceTable, @unchecked Sendable {  // As in the superclass; groups are atomic.
    /// The slots of one group.
    private static let groupSize = 64
    /// The contents of a slot that hides the instance beneath it.
    private static let hidden: UInt = 1

    private let beneath: InstanceTable
    /// The number of fillings of the table beneath when this one was opened.
    private let filling: Int
    /// The positions whose instances beneath are not used.
    private let affected: ServiceSet
    /// The addresses of groups of slots; zero for a group without instances.
    private let groups: UnsafeMutablePointer<Atomic<UInt>>
    private let groupCount: Int

    /// A table for `count` services.
    init(_ count: Int, over beneath: InstanceTable, openedAt filling: Int, affected: ServiceSet) {
        self.beneath = beneath
        self.filling = filling
        self.affected = affected
        groupCount = (count + Self.groupSize - 1) / Self.groupSize
        groups = .allocate(capacity: max(1, groupCount))
        for index in 0..<groupCount { groups.advanced(by: index).initialize(to: Atomic(0)) }
        super.init(PlannedServices([]), fillings: filling)
    }

    deinit {
        for index in 0..<groupCount {
            guard let group = Self.group(groups[index].load(ordering: .acquiring)) else { continue }
            for slot in 0..<Self.groupSize {
                Self.object(group[slot].instance.load(ordering: .acquiring))?.release()
            }
            group.deinitialize(count: Self.groupSize)
            group.deallocate()
        }
        groups.deinitialize(count: groupCount)
        groups.deallocate()
    }

    private static func group(_ address: UInt) -> UnsafeMutablePointer<Slot>? {
        UnsafeMutablePointer(bitPattern: address)
    }

    /// The contents of the slot at a position; zero if it has none.
    private func contents(_ index: Int) -> UInt {
        guard let group = Self.group(groups[index / Self.groupSize].load(ordering: .acquiring)) else { return 0 }
        return group[index % Self.groupSize].instance.load(ordering: .sequentiallyConsistent)
    }

    override func slot(at index: Int) -> UnsafeMutablePointer<Slot> {
        let address = groups[index / Self.groupSize].load(ordering: .acquiring)
        let group = Self.group(address) ?? makeGroup(index / Self.groupSize)
        return group.advanced(by: index % Self.groupSize)
    }

    /// Called under the log's lock.
    private func makeGroup(_ index: Int) -> UnsafeMutablePointer<Slot> {
        let group = UnsafeMutablePointer<Slot>.allocate(capacity: Self.groupSize)
        for slot in 0..<Self.groupSize { group.advanced(by: slot).initialize(to: Slot(target: nil, caster: nil)) }
        groups[index].store(UInt(bitPattern: group), ordering: .releasing)
        return group
    }

    override var clearedSlot: UInt { Self.hidden }

    override func find(_ index: Int) -> Unmanaged<AnyObject>? {
        let contents = contents(index)
        guard contents == 0 else { return Self.object(contents) }
        return affected.contains(index) ? nil : beneath.peek(index, before: filling)
    }

    override func rankBeneath(at index: Int) -> Int? {
        guard contents(index) == 0, !affected.contains(index) else { return nil }
        return beneath.rank(at: index, before: filling)
    }

    override var holdings: [Holding] {
        let own = rankedHoldings
        let lent = beneath.rankedHoldings(before: filling).filter { _, holding in
            !affected.contains(holding.position) && contents(holding.position) == 0
        }
        return (lent.map { ($0.rank, $0.holding.lent) } + own).sorted { $0.0 < $1.0 }.map(\.1)
    }

    override var held: [Int] { holdings.map(\.position) }
}
