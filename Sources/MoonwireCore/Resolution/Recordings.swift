import MoonwireSupport

/// Receives each build of a container.
protocol BuildListener: AnyObject, Sendable {
    /// Records that this thread begins a build; returns the event's position.
    func begin(_ service: PlannedService, of generation: Generation, path: [String]) -> Int?
    /// Records the end of this thread's innermost build.
    func end(_ position: Int?, error: String?)
}

/// The active recordings of a container's builds; nearly always none, which costs one check.
final class Recordings: Sendable {
    private struct Listener {
        weak var recording: (any BuildListener)?
    }

    private let count = Atomic<Int>(0)
    private let listeners = Lock<[Listener]>([])

    /// Whether there are recordings.
    @inline(__always) var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    func add(_ recording: any BuildListener) {
        change { $0.append(Listener(recording: recording)) }
    }

    /// Also removes those that have been released.
    func remove(_ recording: any BuildListener) {
        change { $0.removeAll { $0.recording == nil || $0.recording === recording } }
    }

    private func change(_ body: (inout [Listener]) -> Void) {
        listeners.withLock { listeners in
            body(&listeners)
            count.store(listeners.count, ordering: .relaxed)
        }
    }

    /// Runs a build and records it in every recording.
    @inline(never) func noting(
        _ service: PlannedService, of generation: Generation, _ build: () throws -> AnyObject
    ) throws -> AnyObject {
        let path = Resolution.current.ids + [service.id]
        let noted = listeners.withLock { $0.compactMap(\.recording) }.map { recording in
            (recording, position: recording.begin(service, of: generation, path: path))
        }
        do {
            let instance = try build()
            for (recording, position) in noted { recording.end(position, error: nil) }
            return instance
        } catch {
            for (recording, position) in noted { recording.end(position, error: "\(error)") }
            throw error
        }
    }
}
