import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lets readers use a shared thing without a lock, and lets a writer wait until none of them can still see the old one.
///
/// Readers count themselves in and out in one of two phases, in a stripe of their thread. A writer drains the other
/// phase, flips, and drains the phase that it left: whoever entered before the exchange has then gone.
final class ReaderGate: @unchecked Sendable {  // Only atomics are shared; the memory is fixed until `deinit`.
    private typealias Counter = Atomic<Int>

    private static let stripes = 16
    /// Two cache lines, so that neighbouring stripes are not fetched together either.
    private static let stride = 128
    private let memory: UnsafeMutableRawPointer
    private let phase = Atomic<Int>(0)
    /// Lets writers in one at a time, and counts them: the thread sanitizer takes a state without a size for a race.
    private let writers = Lock(0)

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

    /// Runs a few instructions of ours that read the shared thing; no code of the application, and nothing that waits.
    @inline(__always) func read<R>(_ body: () -> R) -> R {
        let index = phase.load(ordering: .relaxed) * Self.stripes + Self.stripe
        let counter = counter(index)
        counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
        let result = body()
        // A read-modify-write: after a plain store the retain in `body` could be moved behind it.
        counter.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        return result
    }

    /// Returns when every reader that was inside at the time of the call has left.
    func drain() {
        writers.withLock { count in
            count += 1
            let current = phase.load(ordering: .sequentiallyConsistent)
            wait(forPhase: 1 - current)
            phase.store(1 - current, ordering: .sequentiallyConsistent)
            wait(forPhase: current)
        }
    }

    private func wait(forPhase phase: Int) {
        for stripe in 0..<Self.stripes {
            while counter(phase * Self.stripes + stripe).pointee.load(ordering: .sequentiallyConsistent) != 0 {
                sched_yield()
            }
        }
    }

    @inline(__always) private func counter(_ index: Int) -> UnsafeMutablePointer<Counter> {
        memory.advanced(by: index * Self.stride).assumingMemoryBound(to: Counter.self)
    }

    @inline(__always) private static var stripe: Int {
        #if canImport(Darwin)
            let thread = UInt(bitPattern: pthread_self())
        #else
            let thread = UInt(pthread_self())
        #endif
        return Int(((thread >> 12) &* 0x9E37_79B9_7F4A_7C15) >> 60)
    }
}
