import MoonwireSupport

/// Slots that are allocated in groups, when one of a group is first needed.
struct SlotGroups: ~Copyable, @unchecked Sendable {  // Groups are atomic, and made under the lock of the table's log.
    typealias Slot = InstanceTable.Slot

    /// The slots of one group, unless there are fewer.
    private static let size = 64

    /// The addresses of groups of slots; zero for a group without instances.
    private let groups: UnsafeMutablePointer<Atomic<UInt>>
    private let count: Int
    /// The slots of the last group.
    private let lastSize: Int

    /// Groups for `count` slots.
    init(count: Int) {
        self.count = (count + Self.size - 1) / Self.size
        lastSize = count - (self.count - 1) * Self.size
        groups = .allocate(capacity: max(1, self.count))
        for index in 0..<self.count { groups.advanced(by: index).initialize(to: Atomic(0)) }
    }

    deinit {
        for index in 0..<count {
            guard let group = Self.group(groups[index].load(ordering: .acquiring)) else { continue }
            for slot in 0..<size(of: index) {
                InstanceTable.object(group[slot].instance.load(ordering: .acquiring))?.release()
            }
            group.deinitialize(count: size(of: index))
            group.deallocate()
        }
        groups.deinitialize(count: count)
        groups.deallocate()
    }

    private func size(of index: Int) -> Int { index == count - 1 ? lastSize : Self.size }

    private static func group(_ address: UInt) -> UnsafeMutablePointer<Slot>? {
        UnsafeMutablePointer(bitPattern: address)
    }

    /// The contents of a slot; zero if its group has no instances.
    func contents(_ index: Int) -> UInt {
        guard let group = Self.group(groups[index / Self.size].load(ordering: .acquiring)) else { return 0 }
        return group[index % Self.size].instance.load(ordering: .sequentiallyConsistent)
    }

    /// The slot; called under the log's lock.
    func slot(_ index: Int) -> UnsafeMutablePointer<Slot> {
        let address = groups[index / Self.size].load(ordering: .acquiring)
        let group = Self.group(address) ?? makeGroup(index / Self.size)
        return group.advanced(by: index % Self.size)
    }

    private func makeGroup(_ index: Int) -> UnsafeMutablePointer<Slot> {
        let size = size(of: index)
        let group = UnsafeMutablePointer<Slot>.allocate(capacity: size)
        for slot in 0..<size { group.advanced(by: slot).initialize(to: Slot(target: nil, caster: nil)) }
        groups[index].store(UInt(bitPattern: group), ordering: .releasing)
        return group
    }
}
