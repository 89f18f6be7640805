import MoonwireSupport

/// Finds the position of an id by its bytes: an open-addressed table that does not change after its initialization.
final class NameTable: Sendable {
    private struct Slot {
        var hash: UInt64 = 0
        /// The position plus one; zero marks an empty slot.
        var position: Int32 = 0
        var length: Int32 = 0
        var offset: Int = 0
    }

    private let mask: Int
    private let slots: [Slot]
    private let bytes: [UInt8]

    /// Names and their positions.
    init(_ names: [(name: String, position: Int)]) {
        var size = 8
        while size < names.count * 2 { size *= 2 }
        mask = size - 1
        var slots = Array(repeating: Slot(), count: size)
        var bytes: [UInt8] = []
        for (name, position) in names {
            let hash = NameHash.of(name)
            var index = Int(truncatingIfNeeded: hash) & mask
            while slots[index].position != 0 { index = (index + 1) & mask }
            slots[index] = Slot(
                hash: hash, position: Int32(position + 1), length: Int32(name.utf8.count), offset: bytes.count)
            bytes.append(contentsOf: name.utf8)
        }
        self.slots = slots
        self.bytes = bytes
    }

    /// The position of a name.
    func position(of name: String) -> Int? {
        position(of: name, hash: NameHash.of(name))
    }

    func position(of name: String, hash: UInt64) -> Int? {
        // Without a copy of the string, which would retain it.
        if let position = name.utf8.withContiguousStorageIfAvailable({ position(of: $0, hash: hash) }) {
            return position
        }
        var name = name
        return name.withUTF8 { position(of: $0, hash: hash) }
    }

    @inline(__always) private func position(of wanted: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        slots.withUnsafeBufferPointer { slots in
            var index = Int(truncatingIfNeeded: hash) & mask
            while true {
                let slot = slots[index]
                if slot.position == 0 { return nil }
                if slot.hash == hash, Int(slot.length) == wanted.count, matches(wanted, at: slot.offset) {
                    return Int(slot.position) - 1
                }
                index = (index + 1) & mask
            }
        }
    }

    /// At least eight bytes, eight at a time: most ids are too short for a call.
    @inline(__always) private func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
        var offset = 0
        while offset + 8 <= count {
            if !isSame(one + offset, other + offset) { return false }
            offset += 8
        }
        // The last eight, some of them again.
        return isSame(one + (count - 8), other + (count - 8))
    }

    @inline(__always) private func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
        one.loadUnaligned(as: UInt64.self) == other.loadUnaligned(as: UInt64.self)
    }

    @inline(__always) private func matches(_ wanted: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard let wantedStart = wanted.baseAddress, let start = bytes.baseAddress else { return true }
            let (one, other) = (UnsafeRawPointer(wantedStart), UnsafeRawPointer(start + offset))
            return wanted.count < 8 ? memcmp(one, other, wanted.count) == 0 : isSame(one, other, wanted.count)
        }
    }
}
