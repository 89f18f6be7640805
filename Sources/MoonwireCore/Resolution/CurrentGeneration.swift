import MoonwireModel
import MoonwireSupport
import MoonwireValues

/// The current generation of a container.
///
/// Handles and resolvers share this object, and do not keep the container alive. Has more than twelve stored properties because
/// it is all that they know of a container.
final class CurrentGeneration: Sendable {
    /// Keeps exchanged objects alive until no reader can see them.
    let gate = ReaderGate()
    /// The address of the retained generation; zero before the first one and after the container's end.
    private let address = Atomic<UInt>(0)
    /// The number of the generation, which is stored just before its address, so that a reader of an earlier number has not seen it; zero
    /// before the first one and after the container's end.
    let number = Atomic<Int>(0)
    /// The place of the resolution in each thread, which is found here faster than in ``Resolution``.
    let resolutionKey = Resolution.key

    /// The recordings of builds.
    let recordings = Recordings()
    private let generations = Atomic<Int>(0)

    /// The number of its active overrides, for any tasks; it includes open scopes over generations that are not current.
    let overrides = LiveCount()
    /// The number of asynchronous functions that run for its builds; each counts as an override, too.
    let asynchronousFunctions = LiveCount()
    let scopes = OpenScopes()
    let live = LiveGenerations()
    let draining = DrainingGenerations()
    let lifecycle = LifecycleState()
    let lifecycleLog = LifecycleLog()
    /// The wrappers of methods; nil if nothing can add any.
    let wrappers: MethodWrappers?
    private let weakOwner = Lock(WeakOwner())

    init(wrappers: MethodWrappers? = nil) {
        self.wrappers = wrappers
        wrappers?.begin(in: self)
    }

    private struct WeakOwner { weak var object: AnyObject? }

    /// The container, which is not kept alive; nil after its end.
    var owner: AnyObject? { weakOwner.withLock { $0.object } }

    /// Sets the container, once.
    func belong(to container: AnyObject) { weakOwner.withLock { $0.object = container } }

    /// Reads from the generation, which cannot be released meanwhile; `body` must not wait.
    @inline(__always) func peek<R>(_ body: (Generation) -> R?) -> R? {
        gate.read {
            Self.generation(address.load(ordering: .sequentiallyConsistent))?._withUnsafeGuaranteedRef(body)
        }
    }

    /// The leased generation, which stays usable until the lease ends.
    ///
    /// Nil after the container's end.
    func lease() -> Generation? {
        gate.read { () -> Unmanaged<Generation>? in
            let generation = Self.generation(address.load(ordering: .sequentiallyConsistent))
            generation?._withUnsafeGuaranteedRef { $0.reference.leases.begin() }
            return generation?.retain()
        }?.takeRetainedValue()
    }

    /// Leases the generation with which the container ends.
    func endingLease() -> Generation? {
        let last = lease()
        draining.noteLast(last)
        // A container that has been shut down is released later.
        if let last { live.noteLast(last) }
        return last
    }

    /// Ends that lease: the generation releases its instances.
    func endLast(_ last: Generation?) {
        last?.endLease()
        draining.noteLast(nil)
        wrappers?.end()
    }

    /// The number of each generation of the container, from 1.
    func nextNumber() -> Int { generations.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The error of a request after the container's end.
    func ended(_ id: String? = nil, at location: ScriptLocation? = nil) -> ContainerError {
        ContainerError(.containerEnded(id, at: location, isShutDown: lifecycleLog.end == .shutDown))
    }

    /// The error of a request after a shutdown has begun.
    func shutDown() -> ContainerError { ContainerError(.containerEnded(nil, at: nil, isShutDown: true)) }

    func isCurrent(_ generation: Generation) -> Bool {
        address.load(ordering: .sequentiallyConsistent) == Self.address(generation)
    }

    /// Replaces the generation; the caller must drain and end the former one.
    func exchange(_ next: Generation?) -> Generation? {
        if let next { live.add(next.context.number, next.reference) }
        if let next { wrappers?.adopt(next) }
        let fresh = next.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        return scopes.counted(in: self) {
            number.store(next?.context.number ?? 0, ordering: .sequentiallyConsistent)
            return Self.generation(address.exchange(fresh, ordering: .sequentiallyConsistent))
        }?.takeRetainedValue()
    }

    @inline(__always) private static func generation(_ address: UInt) -> Unmanaged<Generation>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }

    private static func address(_ generation: Generation) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(generation).toOpaque())
    }
}
