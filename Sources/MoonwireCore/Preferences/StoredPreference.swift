import MoonwireValues

/// A preference with its store and the keys under which the store may have its value.
struct StoredPreference: Sendable {
    typealias Values = [ObjectIdentifier: [String: Result<PlainValue?, any Error>]]

    let definition: PreferenceDefinition
    private let store: any PreferenceStore
    private let keys: [String]

    init(_ definition: PreferenceDefinition, _ storage: (store: any PreferenceStore, keys: [String])) {
        self.definition = definition
        store = storage.store
        keys = storage.keys
    }

    /// Asks all stores at the same time; returns the values and errors by store.
    static func fetch(_ preferences: [StoredPreference]) async -> Values {
        let byStore = Dictionary(grouping: preferences) { ObjectIdentifier($0.store) }
        return await withTaskGroup(of: (ObjectIdentifier, [String: Result<PlainValue?, any Error>]).self) { group in
            for (id, preferences) in byStore {
                guard let store = preferences.first?.store else { continue }
                group.addTask { (id, await store.fetchAll(preferences.flatMap(\.keys))) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Throws ``ContainerError`` with the error of a key that decides the value.
    func check(_ values: Values) throws {
        for key in keys {
            guard let result = values[ObjectIdentifier(store)]?[key] else { continue }
            // A value that is not plain data is an error when it is read.
            do { if try result.get() != nil { return } } catch is UnreadablePreference { return } catch {
                throw ContainerError(.failedStore(definition, key: key, error), underlying: error)
            }
        }
    }
}
