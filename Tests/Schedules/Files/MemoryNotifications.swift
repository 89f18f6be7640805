import Foundation

/// The `inotify` events of one listener, in order.
final class MemoryNotifications {
    /// The values of the kernel.
    enum Mask {
        static let modified: UInt32 = 0x2
        static let attributes: UInt32 = 0x4
        static let closed: UInt32 = 0x8
        static let movedFrom: UInt32 = 0x40
        static let movedTo: UInt32 = 0x80
        static let created: UInt32 = 0x100
        static let removed: UInt32 = 0x200
        static let movedItself: UInt32 = 0x800
        static let ignored: UInt32 = 0x8000
    }

    private struct Event {
        let number: Int32
        let mask: UInt32
        let name: String
    }

    private struct Watch {
        let number: Int32
        var interest: UInt32
    }

    private static let headerSize = 16
    /// By the watched inode.
    private var watches: [UInt64: Watch] = [:]
    private var nextNumber: Int32 = 1
    private var events: [Event] = []

    var isEmpty: Bool { events.isEmpty }

    /// Watches a file; its earlier events are kept.
    func watch(_ inode: UInt64, _ interest: UInt32) -> Int32 {
        let watch = watches[inode] ?? Watch(number: nextNumber, interest: 0)
        if watch.number == nextNumber { nextNumber += 1 }
        watches[inode] = Watch(number: watch.number, interest: watch.interest | interest)
        return watch.number
    }

    func remove(_ number: Int32) {
        guard let inode = watches.first(where: { $0.value.number == number })?.key else { return }
        lose(inode)
    }

    /// The watched file was deleted.
    func lose(_ inode: UInt64) {
        guard let watch = watches.removeValue(forKey: inode) else { return }
        events.append(Event(number: watch.number, mask: Mask.ignored, name: ""))
    }

    /// Records an event of a file, or of a file with that name in a folder.
    func note(_ mask: UInt32, _ inode: UInt64, _ name: String?) {
        guard let watch = watches[inode], watch.interest & mask != 0 else { return }
        events.append(Event(number: watch.number, mask: mask, name: name ?? ""))
    }

    /// Writes as many events as fit, and returns the number of bytes.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while let event = events.first {
            let name = Array(event.name.utf8)
            let length = name.isEmpty ? 0 : (name.count / 16 + 1) * 16
            guard count + Self.headerSize + length <= buffer.count else { break }
            buffer.storeBytes(of: event.number, toByteOffset: count, as: Int32.self)
            buffer.storeBytes(of: event.mask, toByteOffset: count + 4, as: UInt32.self)
            buffer.storeBytes(of: 0, toByteOffset: count + 8, as: UInt32.self)
            buffer.storeBytes(of: UInt32(length), toByteOffset: count + 12, as: UInt32.self)
            for place in 0..<length {
                buffer[count + Self.headerSize + place] = place < name.count ? name[place] : 0
            }
            count += Self.headerSize + length
            events.removeFirst()
        }
        return count
    }
}
