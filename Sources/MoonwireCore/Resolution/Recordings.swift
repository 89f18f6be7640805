import MoonwireSupport

/// Receives each build of a container, and each wait for one.
protocol BuildListener: AnyObject, Sendable {
    /// Records what begins; returns the event's position.
    func begin(_ step: RecordedStep) -> Int?
    /// Records the end of the event at a position.
    func end(_ position: Int?, error: (any Error)?)
}

/// The active recordings of a container's builds; nearly always none, which costs one check.
final class Recordings: Sendable {
    private struct Listener {
        weak var recording: (any BuildListener)?
        /// The same, if nobody else keeps it.
        var kept: (any BuildListener)?
    }

    private let count = Atomic<Int>(0)
    private let listeners = Lock<[Listener]>([])

    /// Whether there are recordings.
    @inline(__always) var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Adds a listener, and keeps it alive if nobody else does.
    func add(_ recording: any BuildListener, isKept: Bool = false) {
        change { $0.append(Listener(recording: recording, kept: isKept ? recording : nil)) }
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

    /// Runs a build of this thread and records it in every recording.
    @inline(never) func noting(
        _ service: PlannedService, of generation: Generation, _ build: () throws -> AnyObject
    ) throws -> AnyObject {
        let noted = begin(RecordedStep(service, isWait: false, of: generation, in: .current))
        do {
            let instance = try build()
            noted.end()
            return instance
        } catch {
            noted.end(error)
            throw error
        }
    }

    /// Runs an asynchronous build and records it in every recording.
    func noting(
        _ path: AsynchronousPath, of generation: Generation, isolation: isolated any Actor,
        _ build: () async throws -> BuiltInstance
    ) async throws -> BuiltInstance {
        let noted = begin(RecordedStep(buildOf: path, in: generation))
        do {
            let instance = try await build()
            noted.end()
            return instance
        } catch {
            noted.end(error)
            throw error
        }
    }

    /// Records a wait that begins; nil without recordings.
    func beginWait(_ step: @autoclosure () -> RecordedStep) -> NotedStep? { isEmpty ? nil : begin(step()) }

    private func begin(_ step: RecordedStep) -> NotedStep {
        NotedStep(listeners.withLock { $0.compactMap(\.recording) }.map { ($0, $0.begin(step)) })
    }
}

/// What recordings have noted of a build or a wait in progress.
struct NotedStep {
    private let positions: [(recording: any BuildListener, position: Int?)]

    fileprivate init(_ positions: [(recording: any BuildListener, position: Int?)]) {
        self.positions = positions
    }

    func end(_ error: (any Error)? = nil) {
        for (recording, position) in positions { recording.end(position, error: error) }
    }
}
