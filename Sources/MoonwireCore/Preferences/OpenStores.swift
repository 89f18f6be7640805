import MoonwireSupport

/// The stores of this process that use the same file, so that each detects the writes of the others at once.
enum OpenStores {
    private struct WeakStore {
        weak var store: FileStore?
    }

    private static let stores = Lock<[String: [ObjectIdentifier: WeakStore]]>([:])

    static func add(_ store: FileStore) {
        stores.withLock { $0[store.path, default: [:]][ObjectIdentifier(store)] = WeakStore(store: store) }
    }

    /// Called when a store ends.
    static func remove(_ store: FileStore) {
        stores.withLock { stores in
            stores[store.path]?[ObjectIdentifier(store)] = nil
            if stores[store.path]?.isEmpty == true { stores[store.path] = nil }
        }
    }

    static func all(of path: String) -> [FileStore] {
        let found = stores.withLock { $0[path] } ?? [:]
        return found.values.compactMap(\.store)
    }
}
