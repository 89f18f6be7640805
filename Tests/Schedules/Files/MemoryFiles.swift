import Foundation
import MoonwireCore

/// Files in memory for the threads of a schedule: their contents, and how the kernel numbers, stamps, and reports them.
///
/// A free number is given to the next file, and times are as coarse as in a file system: code that distinguishes versions of a file
/// by these alone is wrong.
final class MemoryFiles: @unchecked Sendable {  // One thread of a schedule runs at a time.
    /// The reason why a call fails, as an error of the system.
    struct Failure: Error {
        let code: Int32

        init(_ code: Int32) { self.code = code }
    }

    /// The object of a descriptor.
    enum Opening {
        case inode(UInt64, position: Int)
        case notifications(MemoryNotifications)
        case pipe(MemoryPipe)
    }

    /// Descriptors that the system does not use, in case one is passed to a system call.
    private static let firstDescriptor: Int32 = 1_000_000_000
    private static let root: UInt64 = 2
    private static let mostLinks = 40

    let clock: ScheduleClock
    /// The running threads.
    weak var threads: SeededThreads?
    /// In nanoseconds: times are multiples of it.
    private let granularity: Int64
    /// Whether the writers of a file can be queried.
    var tellsOfWriters = true
    private(set) var inodes: [UInt64: Inode]
    private(set) var openings: [Int32: Opening] = [:]
    /// By path, because paths are looked up often.
    private var knownSteps: [String: [String]] = [:]
    private var nextDescriptor = MemoryFiles.firstDescriptor
    /// The watches that are notified of changes.
    private(set) var listeners: [MemoryNotifications] = []

    init(clock: ScheduleClock, granularity: Int64) {
        self.clock = clock
        self.granularity = granularity
        inodes = [Self.root: Inode(content: .folder([:]), modified: 0, changed: 0)]
    }

    /// The time for timestamps of files.
    private var stamp: Int64 { clock.time - clock.time % granularity }

    // MARK: Paths

    /// The number of the file to which a path leads.
    func find(_ path: String, from folder: UInt64? = nil, followsLast: Bool = true) throws(Failure) -> UInt64 {
        var current = path.hasPrefix("/") ? Self.root : folder ?? Self.root
        var steps = self.steps(of: path)
        var links = 0
        while let step = steps.popLast() {
            guard let inode = inodes[current], inode.isFolder else { throw Failure(ENOTDIR) }
            if step == ".." {
                current = inode.name?.folder ?? Self.root
                continue
            }
            guard let next = inode.entries[step] else { throw Failure(ENOENT) }
            guard let target = inodes[next]?.target, followsLast || !steps.isEmpty else {
                current = next
                continue
            }
            links += 1
            if links > Self.mostLinks { throw Failure(ELOOP) }
            if target.hasPrefix("/") { current = Self.root }
            steps += self.steps(of: target)
        }
        return current
    }

    private func steps(of path: String) -> [String] {
        if let known = knownSteps[path] { return known }
        let steps = Array(path.split(separator: "/").map(String.init).reversed())
        knownSteps[path] = steps
        return steps
    }

    private func split(_ path: String) throws(Failure) -> Inode.Name {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return Inode.Name(folder: try find(String(path[..<end])), name: String(path[path.index(after: end)...]))
    }

    /// The contents of the file to which a path leads, without a step of the schedule; nil if there is none.
    func text(_ path: String) -> String? {
        guard let number = try? find(path), case .file(let bytes)? = inodes[number]?.content else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The target of a link, without a step of the schedule.
    func target(of path: String) -> String? {
        (try? find(path, followsLast: false)).flatMap { inodes[$0]?.target }
    }

    // MARK: Changes, each of which is one step

    /// Adds something under an unused name.
    @discardableResult func add(_ content: Inode.Content, at path: String) throws(Failure) -> UInt64 {
        let place = try split(path)
        var number = Self.root + 1
        while inodes[number] != nil { number += 1 }
        inodes[number] = Inode(content: content, name: place, modified: stamp, changed: stamp)
        enter(number, at: place)
        return number
    }

    func rename(
        _ path: String, to other: String
    ) throws(Failure) -> (moved: UInt64, from: Inode.Name, replaced: UInt64?) {
        let number = try find(path, followsLast: false)
        let (from, place) = (try split(path), try split(other))
        let replaced = inodes[place.folder]?.entries[place.name]
        leave(from)
        if let replaced { inodes[replaced]?.name = nil }
        inodes[number]?.name = place
        inodes[number]?.changed = stamp
        enter(number, at: place)
        return (number, from, replaced)
    }

    func remove(_ path: String) throws(Failure) -> (removed: UInt64, from: Inode.Name) {
        let place = try split(path)
        let number = try find(path, followsLast: false)
        leave(place)
        inodes[number]?.name = nil
        inodes[number]?.changed = stamp
        return (number, place)
    }

    func setBytes(_ bytes: [UInt8], of number: UInt64) {
        inodes[number]?.content = .file(bytes)
        touch(number)
    }

    func touch(_ number: UInt64) {
        inodes[number]?.modified = stamp
        inodes[number]?.changed = stamp
    }

    private func enter(_ number: UInt64, at place: Inode.Name) {
        guard var entries = inodes[place.folder]?.entries else { return }
        entries[place.name] = number
        inodes[place.folder]?.content = .folder(entries)
    }

    private func leave(_ place: Inode.Name) {
        guard var entries = inodes[place.folder]?.entries else { return }
        entries[place.name] = nil
        inodes[place.folder]?.content = .folder(entries)
    }

    /// Frees a file that has no name and is not open.
    func release(_ number: UInt64) {
        guard let inode = inodes[number], inode.name == nil, inode.openings == 0, number != Self.root else { return }
        inodes[number] = nil
        for listener in listeners { listener.lose(number) }
    }

    // MARK: Descriptors

    func open(_ opening: Opening) -> Int32 {
        if case .inode(let number, _) = opening { inodes[number]?.openings += 1 }
        if case .notifications(let listener) = opening { listeners.append(listener) }
        defer { nextDescriptor += 1 }
        openings[nextDescriptor] = opening
        return nextDescriptor
    }

    func countWriter(_ count: Int, of number: UInt64) { inodes[number]?.writers += count }

    func setPosition(_ position: Int, of descriptor: Int32, _ number: UInt64) {
        openings[descriptor] = .inode(number, position: position)
    }

    func close(opening descriptor: Int32) {
        switch openings.removeValue(forKey: descriptor) {
        case .inode(let number, _)?:
            inodes[number]?.openings -= 1
            release(number)
        case .notifications(let listener)?: listeners.removeAll { $0 === listener }
        case .pipe?, nil: break
        }
    }

    // MARK: Notifications

    /// Reports an event of a file, to watches of its folder and of the file itself.
    func tell(_ mask: UInt32, _ number: UInt64, at place: Inode.Name?, itself: UInt32? = nil) {
        for listener in listeners {
            if let place { listener.note(mask, place.folder, place.name) }
            listener.note(itself ?? mask, number, nil)
        }
        wake()
    }

    /// Wakes threads that wait for something to read.
    func wake() { threads?.wake(address) }

    /// The address on which threads wait for something to read.
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

/// Bytes that were written for another thread.
final class MemoryPipe {
    var bytes = 0
}
