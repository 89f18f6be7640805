import MoonwireSupport

/// Lets readers use a shared object without a lock, and lets a writer wait until none of them can still see the old one.
///
/// Readers count themselves in and out in one of two phases, in the stripe of their thread. A writer drains the other phase,
/// switches phases, and drains the previous one: every reader that entered before the exchange has then left.
final class ReaderGate: @unchecked Sendable {  // Only atomics are shared; the memory is fixed until `deinit`.
    private typealias Counter = Atomic<Int>

    private static let stripes = 16
    /// Two cache lines, so that neighboring stripes are not prefetched together.
    private static let stride = 128
    private let memory: UnsafeMutableRawPointer
    private let phase = Atomic<Int>(0)
    /// The phase again, for writers, which are serialized.
    private let writers = Lock(0)
    private let threadNumber = ThreadNumber()

    init() {
        memory = .allocate(byteCount: 2 * Self.stripes * Self.stride, alignment: Self.stride)
        for index in 0..<(2 * Self.stripes) {
            memory.advanced(by: index * Self.stride).initializeMemory(as: Counter.self, to: Counter(0))
        }
    }

    deinit {
        for index in 0..<(2 * Self.stripes) { counter(index).deinitialize(count: 1) }
        memory.deallocate()
    }

    /// Runs a few instructions that read the shared object; no application code, and nothing that waits.
    @inline(__always) func read<R>(_ body: () -> R) -> R {
        let index = phase.load(ordering: .relaxed) * Self.stripes + threadNumber.current % Self.stripes
        let counter = counter(index)
        counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
        let result = body()
        // A read-modify-write: after a plain store, the retain in `body` could be moved behind it.
        counter.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        return result
    }

    /// Returns when every reader that was inside at the time of the call has left.
    func drain() {
        writers.withLock { current in
            let former = current
            current = 1 - former
            wait(forPhase: current)
            phase.store(current, ordering: .sequentiallyConsistent)
            wait(forPhase: former)
        }
    }

    private func wait(forPhase phase: Int) {
        for stripe in 0..<Self.stripes {
            while counter(phase * Self.stripes + stripe).pointee.load(ordering: .sequentiallyConsistent) != 0 {
                Schedule.yield()
            }
        }
    }

    @inline(__always) private func counter(_ index: Int) -> UnsafeMutablePointer<Counter> {
        memory.advanced(by: index * Self.stride).assumingMemoryBound(to: Counter.self)
    }
}
