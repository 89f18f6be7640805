import Dispatch
import MoonwireModel
import MoonwireSupport
import MoonwireValues

/// The global actor to which the objects of a class belong.
struct OwnerIsolation: Sendable {
    let name: String
    private let actor: any Actor

    init<A: GlobalActor>(_ type: A.Type) {
        name = typeName(type)
        actor = type.shared
    }

    /// Throws if code that is isolated to `caller` must not use an object; nil if the compiler knows no actor.
    static func check(_ owner: AnyObject, for caller: (any Actor)?, _ use: OwnerUse) throws {
        let type: AnyClass = type(of: owner)
        guard let isolation = of(type), !isolation.admits(caller) else { return }
        throw ContainerError(.usedElsewhere(typeName(type), isolation.name, use))
    }

    /// Whether code that is isolated to `caller` may use the objects; nil if the compiler knows no actor.
    ///
    /// Such code can run on any actor: the main actor is recognized by its queue, and others cannot be recognized.
    private func admits(_ caller: (any Actor)?) -> Bool {
        if let caller { return caller === actor }
        return actor !== MainActor.shared || MainQueue.shared.isCurrent
    }
}

extension OwnerIsolation {
    private static let known = Lock<[ObjectIdentifier: OwnerIsolation]>([:])
    /// Most programs state none.
    private static let isAnyKnown = Atomic(false)

    /// Records a fact of the class, which is the same in all containers; returns the fault of one that contradicts an earlier one.
    static func record(_ isolation: OwnerIsolation, of type: AnyClass) -> Diagnostic? {
        if type is any Actor.Type { return .isolationOfOtherType(of: typeName(type)) }
        let recorded = known.withLock { known in
            let recorded = known[ObjectIdentifier(type)] ?? isolation
            known[ObjectIdentifier(type)] = recorded
            return recorded
        }
        isAnyKnown.store(true, ordering: .releasing)
        return recorded.actor === isolation.actor
            ? nil : .otherIsolation(of: typeName(type), isolation.name, recorded.name)
    }

    /// What an exposure states wrongly.
    static func faults(of stated: [OwnerIsolation], inExposureOf type: Any.Type) -> [Diagnostic] {
        if stated.isEmpty { return [] }
        guard let owner = type as? AnyClass else { return [.isolationOfOtherType(of: typeName(type))] }
        return stated.compactMap { record($0, of: owner) }
    }

    /// That of the class, or else of its nearest base class.
    private static func of(_ type: AnyClass) -> OwnerIsolation? {
        guard isAnyKnown.load(ordering: .acquiring) else { return nil }
        return known.withLock { known in
            var next: AnyClass? = type
            while let type = next {
                if let isolation = known[ObjectIdentifier(type)] { return isolation }
                next = _getSuperclass(type)
            }
            return nil
        }
    }
}

/// The queue that runs the main actor; not all platforms declare its key as `Sendable`.
private struct MainQueue: @unchecked Sendable {  // The key is a constant that nothing changes.
    static let shared = MainQueue()

    private let key = DispatchSpecificKey<Bool>()

    private init() { DispatchQueue.main.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
