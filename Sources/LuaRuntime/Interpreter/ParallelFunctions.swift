internal import CLuaShim
internal import Dispatch
internal import MoonwireSupport
internal import MoonwireValues

/// The parallel functions of one load of scripts: each call takes an interpreter of its own, and runs a copy of the function there.
///
/// Interpreters are made when calls need them, as many as there are cores at most; the calls beyond wait for one of them. A call
/// within another one, or within any function of the same scripts, stays in the interpreter of that one, so that both share their
/// budget.
// @unchecked: only one call uses a slot at a time; the rest is locked or atomic.
package final class ParallelFunctions: @unchecked Sendable {
    /// Why a call has no interpreter.
    struct NoInterpreter: Error {
        let code: LuaError.Code
        let message: String
        let underlying: (any Error)?
    }

    private struct State {
        /// The functions as copies are made of them, by number, from one on.
        var images: [StoredFunction?] = []
        /// The sources of the scripts, for messages about their lines.
        var chunks = ChunkSources()
        /// The slots that have an interpreter, or for which one is being made.
        var taken: UInt = 0
        /// Interpreters that were released, while functions or calls may keep them.
        var released: [WeakReference] = []
        /// The slot whose interpreter the next call shares if all of them run.
        var next = 0
        /// Whether a check for interpreters that nobody uses is to come.
        var awaitsCheck = false
    }

    private let count: Int
    private let idleTime: Duration
    private let make: @Sendable () throws -> Interpreter
    private let state = Lock(State())
    /// An interpreter was made or released.
    private let isChanged = Condition()
    private let isRetired = Atomic<UInt>(0)
    private let slots: ParallelSlots

    /// Creates a pool of interpreters.
    ///
    /// - Parameters:
    ///   - count: The largest number of interpreters; that of the cores by default.
    ///   - idleTime: The time between checks, each of which releases the interpreters that nobody has used since the one before.
    ///   - make: Makes an interpreter with the same globals as the one that reads the scripts.
    package init(
        count: Int? = nil, idleTime: Duration = .seconds(30), make: @escaping @Sendable () throws -> Interpreter
    ) {
        let most = min(max(count ?? Self.cores, 1), UInt.bitWidth)
        self.count = most
        self.idleTime = idleTime
        self.make = make
        slots = ParallelSlots(count: most)
    }

    private static let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))

    /// The number of interpreters that exist now, without the one that reads the scripts.
    package var interpreterCount: Int { state.withLock { $0.taken.nonzeroBitCount } }

    private static let familyCount = Lock<UInt64>(0)

    /// Identifies the interpreters whose entries share one budget.
    ///
    /// It is a number that no other pool ever has: functions that Swift keeps may keep interpreters of a pool that is gone.
    let family = ParallelFunctions.familyCount.withLock { count in
        count += 1
        return count
    }

    func keep(_ images: [StoredFunction?], _ chunks: ChunkSources) {
        state.withLock { ($0.images, $0.chunks) = (images, chunks) }
    }

    /// The function with a number; nil if it cannot be copied, or if the scripts are still being read.
    private func stored(_ number: Int32) -> StoredFunction? {
        state.withLock { state in
            let index = Int(number) - 1
            return state.images.indices.contains(index) ? state.images[index] : nil
        }
    }
}

// MARK: Calls

extension ParallelFunctions {
    /// Enters an interpreter, and pushes the function with that number, so that its arguments can follow.
    ///
    /// The function itself is in a slot of the interpreter that has read the scripts.
    @inline(__always) func begin(
        _ number: Int32, of origin: Interpreter, _ slot: Int32
    ) throws -> Unmanaged<LuaStack> {
        if let host = mw_innermost_host(family) {
            return try begin(number, of: origin, slot, within: Unmanaged<LuaStack>.fromOpaque(host))
        }
        let (interpreter, lease) = try take()
        do {
            // The lease keeps it.
            return try push(number, on: try interpreter._withUnsafeGuaranteedRef { try $0.enter() }, lease)
        } catch {
            give(interpreter, lease)
            throw error
        }
    }

    private func begin(
        _ number: Int32, of origin: Interpreter, _ slot: Int32, within host: Unmanaged<LuaStack>
    ) throws -> Unmanaged<LuaStack> {
        let inner = host.takeUnretainedValue().interpreter
        let stack = try inner.enter()
        guard inner === origin else { return try push(number, on: stack, .inner) }
        stack._withUnsafeGuaranteedRef { mw_push_kept($0.thread, slot) }
        return stack
    }

    @inline(__always) func end(_ entered: Unmanaged<LuaStack>) {
        let (interpreter, lease) = entered._withUnsafeGuaranteedRef { stack in
            defer { stack.lease = .inner }
            return (stack.owner, stack.lease)
        }
        // The lease keeps it, or the entry around this one.
        interpreter._withUnsafeGuaranteedRef { $0.leave(entered) }
        give(interpreter, lease)
    }

    /// Pushes the copy of the function; leaves the interpreter if there is none.
    @inline(__always) private func push(
        _ number: Int32, on entered: Unmanaged<LuaStack>, _ lease: ParallelLease
    ) throws -> Unmanaged<LuaStack> {
        try entered._withUnsafeGuaranteedRef { stack in
            let slot = stack.withInterpreter { $0.kept.copy(number) }
            if slot > 0 { mw_push_kept(stack.thread, slot) } else { try makeCopy(number, on: entered) }
            stack.lease = lease
            return entered
        }
    }

    /// Pushes a new copy of the function; leaves the interpreter if there can be none.
    @inline(never) private func makeCopy(_ number: Int32, on entered: Unmanaged<LuaStack>) throws {
        let isPushed = entered._withUnsafeGuaranteedRef { stack in
            stored(number).map { stack.copy(number, of: $0) } ?? false
        }
        if isPushed { return }
        entered._withUnsafeGuaranteedRef { $0.interpreter.leave(entered) }
        throw NoInterpreter(code: .runtime, message: "there is no copy of it", underlying: nil)
    }

    @inline(__always) private func take() throws -> (Unmanaged<Interpreter>, ParallelLease) {
        if let (slot, interpreter) = slots.takeFree() { return (interpreter, .whole(slot)) }
        return try takeOther()
    }

    /// Makes an interpreter, or shares one, unless one has become free.
    @inline(never) private func takeOther() throws -> (Unmanaged<Interpreter>, ParallelLease) {
        while true {
            if let slot = reserve() { return (try fill(slot), .whole(slot)) }
            if let shared = share() {
                // The call that has it may end first, and the pool may release it then.
                return (Unmanaged.passRetained(shared), .shared)
            }
            if let (slot, interpreter) = slots.takeFree() { return (interpreter, .whole(slot)) }
        }
    }

    /// A slot without an interpreter, which the caller makes.
    private func reserve() -> Int? {
        state.withLock { state in
            let slot = (~state.taken).trailingZeroBitCount
            guard slot < count else { return nil }
            state.taken |= 1 << UInt(slot)
            return slot
        }
    }

    private func fill(_ slot: Int) throws -> Unmanaged<Interpreter> {
        defer { isChanged.wakeAll() }
        do {
            let interpreter = try make()
            let chunks = state.withLock { $0.chunks }
            try interpreter.withStack { stack in
                mw_set_family(stack.entry, family)
                interpreter.family = family
                interpreter.chunks = chunks
            }
            let kept = Unmanaged.passRetained(interpreter)
            let needsCheck = state.withLock { state in
                slots.fill(slot, kept)
                defer { state.awaitsCheck = true }
                return !state.awaitsCheck
            }
            if needsCheck { releaseUnusedLater() }
            return kept
        } catch {
            state.withLock { $0.taken &= ~(1 << UInt(slot)) }
            throw NoInterpreter(
                code: (error as? LuaError)?.code ?? .runtime, message: (error as? LuaError)?.message ?? "\(error)",
                underlying: error)
        }
    }

    /// An interpreter that runs another call; nil if a slot is empty now.
    ///
    /// Waits while all interpreters are being made.
    private func share() -> Interpreter? {
        state.wait(isChanged) { state -> Interpreter?? in
            if (~state.taken).trailingZeroBitCount < count { return .some(nil) }
            for _ in 0..<count {
                state.next = (state.next + 1) % count
                if let interpreter = slots.interpreter(of: state.next) { return interpreter }
            }
            return nil
        }
    }

    @inline(__always) private func give(_ interpreter: Unmanaged<Interpreter>, _ lease: ParallelLease) {
        if case .shared = lease { interpreter.release() }
        guard case .whole(let slot) = lease else { return }
        slots.setFree(slot)
        // In one order with the store in `retire`: one of the two threads finds the free slot.
        if isRetired.load(ordering: .sequentiallyConsistent) != 0 { releaseFree() }
    }
}

// MARK: Release

extension ParallelFunctions {
    /// Releases the interpreters that run no call; calls make others.
    package func releaseFree() {
        for slot in 0..<count where slots.take(slot) { release(slot) }
    }

    /// Releases each interpreter as soon as its call ends, and the objects of those that functions keep.
    package func retire() {
        isRetired.store(1, ordering: .sequentiallyConsistent)
        releaseFree()
        retireReleased()
    }

    /// Retires what was released, and forgets what is gone.
    ///
    /// Nothing is released under the lock.
    private func retireReleased() {
        let released = state.withLock { state in
            defer { state.released = [] }
            return state.released
        }
        let isRetired = isRetired.load(ordering: .sequentiallyConsistent) != 0
        let living = released.filter { reference in
            guard let interpreter = reference.object as? Interpreter else { return false }
            if isRetired { interpreter.retire() }
            return !isRetired
        }
        state.withLock { $0.released += living }
    }

    /// Releases the interpreters that nobody has used since this was last done.
    package func releaseUnused() {
        for slot in 0..<count where slots.take(slot) {
            if slots.wasUsed(slot) { slots.setFree(slot) } else { release(slot) }
        }
    }

    /// Does so again and again, as long as there are interpreters.
    private func releaseUnusedLater() {
        let pause = DispatchTimeInterval.milliseconds(Int(idleTime / .milliseconds(1)))
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            releaseUnused()
            let goesOn = state.withLock { state in
                state.awaitsCheck = state.taken != 0
                return state.awaitsCheck
            }
            if goesOn { releaseUnusedLater() }
        }
    }

    /// Empties a slot that was taken.
    ///
    /// The objects of the interpreter are released outside of the lock.
    private func release(_ slot: Int) {
        let interpreter: Interpreter? = state.withLock { state in
            state.taken &= ~(1 << UInt(slot))
            guard let interpreter = slots.empty(slot) else { return nil }
            state.released.append(WeakReference(interpreter))
            return interpreter
        }
        isChanged.wakeAll()
        retireReleased()
        withExtendedLifetime(interpreter) {}
    }
}

/// A function as bytes, from which copies are made.
final class StoredFunction: @unchecked Sendable {  // The bytes never change.
    let image: mw_image

    init(_ image: mw_image) { self.image = image }

    deinit { mw_free_image(image) }
}
