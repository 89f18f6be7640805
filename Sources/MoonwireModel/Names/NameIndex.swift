/// Numbers names in the order in which they are added, and finds the numbers.
package struct NameIndex: Sendable {
    private struct Slot {
        var hash: UInt64 = 0
        /// The number plus one; zero marks an empty slot.
        var number: Int32 = 0
    }

    /// The names by number.
    package private(set) var names: [String] = []
    /// Open addressing, never more than half full.
    private var slots = Array(repeating: Slot(), count: 16)

    package init() {}

    /// The number of a name; nil if it was not added.
    package subscript(name: String) -> Int? {
        let found = slots[slot(of: name, hash: NameHash.of(name))].number
        return found == 0 ? nil : Int(found) - 1
    }

    /// The number of a name, given its probable number, which is checked first.
    package subscript(name: String, likely number: Int) -> Int? {
        names.indices.contains(number) && names[number] == name ? number : self[name]
    }

    /// Adds a name unless it exists.
    package mutating func insert(_ name: String) -> (isNew: Bool, number: Int) {
        let hash = NameHash.of(name)
        let index = slot(of: name, hash: hash)
        let found = slots[index].number
        if found != 0 { return (false, Int(found) - 1) }
        names.append(name)
        slots[index] = Slot(hash: hash, number: Int32(names.count))
        reserve(names.count + 1)
        return (true, names.count - 1)
    }

    /// Reserves capacity for the given number of names.
    mutating func reserve(_ count: Int) {
        guard count * 2 > slots.count else { return }
        var size = slots.count
        while size < count * 2 { size *= 2 }
        let former = slots
        slots = Array(repeating: Slot(), count: size)
        for slot in former where slot.number != 0 {
            var index = Int(truncatingIfNeeded: slot.hash) & (size - 1)
            while slots[index].number != 0 { index = (index + 1) & (size - 1) }
            slots[index] = slot
        }
    }

    /// The slot of the name, or the slot in which to put it.
    private func slot(of name: String, hash: UInt64) -> Int {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while slots[index].number != 0 {
            if slots[index].hash == hash, names[Int(slots[index].number) - 1] == name { break }
            index = (index + 1) & mask
        }
        return index
    }
}
