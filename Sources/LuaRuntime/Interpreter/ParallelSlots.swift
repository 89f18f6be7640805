internal import MoonwireSupport

/// The interpreters of a pool, each in a slot that one call at a time takes.
///
/// A slot is empty and taken at first, and free only while it has an interpreter.
// @unchecked: the flags are atomic; an interpreter is used only after its slot was taken, and changes under the lock of the pool.
final class ParallelSlots: @unchecked Sendable {
    private struct Flags: ~Copyable {
        let isFree = Atomic<Bool>(false)
        /// Whether a call has taken the slot since the last check.
        let isUsed = Atomic<Bool>(false)
    }

    /// Retained; unmanaged, because counting references would take a quarter of the time of a call.
    private typealias Content = Unmanaged<Interpreter>?

    /// Two cache lines, so that calls on other cores do not wait for them.
    private static let stride = 128
    private static let contentOffset = 16
    private let memory: UnsafeMutableRawPointer
    private let count: Int

    init(count: Int) {
        self.count = count
        memory = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
        for slot in 0..<count {
            let start = memory + slot * Self.stride
            // The flags end before the content begins, and the content before the next slot.
            start.initializeMemory(as: Flags.self, to: Flags())
            (start + Self.contentOffset).initializeMemory(as: Content.self, to: nil)
        }
    }

    deinit {
        for slot in 0..<count {
            content(slot).pointee?.release()
            flags(slot).deinitialize(count: 1)
        }
        memory.deallocate()
    }

    @inline(__always) private func flags(_ slot: Int) -> UnsafeMutablePointer<Flags> {
        // The memory is initialized with this type, and no slot is beyond `count`.
        (memory + slot * Self.stride).assumingMemoryBound(to: Flags.self)
    }

    @inline(__always) private func content(_ slot: Int) -> UnsafeMutablePointer<Content> {
        // As above.
        (memory + slot * Self.stride + Self.contentOffset).assumingMemoryBound(to: Content.self)
    }

    /// Takes the lowest free slot for a call, so that the others stay unused while few calls run.
    @inline(__always) func takeFree() -> (slot: Int, Unmanaged<Interpreter>)? {
        for slot in 0..<count where take(slot) {
            guard let interpreter = content(slot).pointee else {
                preconditionFailure("Moonwire: a free slot has no interpreter")
            }
            flags(slot).pointee.isUsed.store(true, ordering: .relaxed)
            return (slot, interpreter)
        }
        return nil
    }

    /// Takes one particular slot if it is free.
    @inline(__always) func take(_ slot: Int) -> Bool {
        flags(slot).pointee.isFree.load(ordering: .sequentiallyConsistent)
            && flags(slot).pointee.isFree.exchange(false, ordering: .acquiring)
    }

    /// Gives up a slot that was taken, and has an interpreter.
    @inline(__always) func setFree(_ slot: Int) {
        flags(slot).pointee.isFree.store(true, ordering: .sequentiallyConsistent)
    }

    /// Gives an interpreter to a slot that was taken; under the lock of the pool.
    func fill(_ slot: Int, _ interpreter: Unmanaged<Interpreter>) {
        content(slot).pointee = interpreter
        flags(slot).pointee.isUsed.store(true, ordering: .relaxed)
    }

    /// Takes the interpreter out of a slot that was taken; under the lock of the pool.
    func empty(_ slot: Int) -> Interpreter? { content(slot).pointee.take()?.takeRetainedValue() }

    /// The interpreter of any slot; under the lock of the pool.
    func interpreter(of slot: Int) -> Interpreter? { content(slot).pointee?.takeUnretainedValue() }

    /// Whether a call has taken the slot since this was last asked; the caller has taken it.
    func wasUsed(_ slot: Int) -> Bool { flags(slot).pointee.isUsed.exchange(false, ordering: .relaxed) }
}
