import MoonwireSupport

/// The observers of each store of this process.
enum StoreObservers {
    private struct State {
        var observers: [ObjectIdentifier: [Int: @Sendable () -> Void]] = [:]
        var next = 0
    }

    private static let state = Lock(State())

    /// The observation retains the store, whose address identifies it.
    static func add(_ changed: @escaping @Sendable () -> Void, to store: any PreferenceStore) -> StoreObservation {
        let id = ObjectIdentifier(store)
        let number = state.withLock { state in
            state.next += 1
            state.observers[id, default: [:]][state.next] = changed
            return state.next
        }
        return StoreObservation {
            let former = state.withLock { state in
                let former = state.observers[id]?.removeValue(forKey: number)
                if state.observers[id]?.isEmpty == true { state.observers[id] = nil }
                return former
            }
            withExtendedLifetime((former, store)) {}
        }
    }

    static func call(of store: any PreferenceStore) {
        let observers = state.withLock { $0.observers[ObjectIdentifier(store)] } ?? [:]
        for (_, changed) in observers.sorted(by: { $0.key < $1.key }) { changed() }
    }
}

extension PreferenceStore {
    /// Observes changes that ``announceChange()`` announces, until the observation is released.
    ///
    /// A store whose values can change in another way, such as from another process, implements this method itself.
    public func observe(_ changed: @escaping @Sendable () -> Void) -> StoreObservation {
        StoreObservers.add(changed, to: self)
    }

    /// Notifies containers that values of the store may have changed other than through a container.
    public func announceChange() { StoreObservers.call(of: self) }
}
