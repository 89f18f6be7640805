import Foundation
import MoonwireCore
import MoonwireValues

/// Kills children that write to a preference file, each at another moment, and says what the file contains afterwards.
struct Killings {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What a child has written and the store has confirmed; the memory is shared with the children.
    private let confirmed: UnsafeMutablePointer<Int64>
    private let path: String

    init(path: String) throws {
        self.path = path
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw Failure(description: "no shared memory") }
        confirmed = memory.bindMemory(to: Int64.self, capacity: 1)
    }

    /// Returns the last value; throws unless each child leaves the value that was confirmed last, or the next one.
    func run(_ times: Int) throws -> Int64 {
        let store = FileStore(path: path)
        try store.write("kept", for: "other")
        try store.write(Self.value(0), for: "number")
        for round in 0..<times {
            let former = confirmed.pointee
            let child = try start()
            // On a busy machine, a child may not have run at all when it is killed.
            if round.isMultiple(of: 2) { waitForWrite(after: former) }
            // From the first instruction to several writes later.
            usleep(UInt32(round * 37 % 4000))
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            let found = try found(in: FileStore(path: path), round)
            guard found == confirmed.pointee || found == confirmed.pointee + 1 else {
                throw Failure(description: "round \(round): \(confirmed.pointee) was confirmed, and \(found) is there")
            }
            confirmed.pointee = found
        }
        return confirmed.pointee
    }

    private func waitForWrite(after former: Int64) {
        for _ in 0..<100_000 where confirmed.pointee == former { usleep(100) }
    }

    private func start() throws -> pid_t {
        // Swift hides `fork`, which is safe for a process with one thread.
        guard let symbol = dlsym(nil, "fork") else { throw Failure(description: "no fork") }
        let child = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
        if child == 0 { write() }
        if child < 0 { throw Failure(description: "fork failed") }
        return child
    }

    /// Writes one number after the other until it is killed.
    private func write() -> Never {
        let store = FileStore(path: path)
        while true {
            let next = confirmed.pointee + 1
            do { try store.write(Self.value(next), for: "number") } catch { _exit(1) }
            confirmed.pointee = next
        }
    }

    private func found(in store: FileStore, _ round: Int) throws -> Int64 {
        guard try store.read("other") == "kept", case .list(let elements)? = try store.read("number"),
            case .integer(let number)? = elements.first, elements == Self.elements(number)
        else { throw Failure(description: "round \(round): values are lost") }
        return number
    }

    private static func value(_ number: Int64) -> PlainValue { .list(elements(number)) }

    /// So long that it takes several writes of the system.
    private static func elements(_ number: Int64) -> [PlainValue] {
        [.integer(number), .text(String(repeating: "\(number)|", count: 2000))]
    }
}
