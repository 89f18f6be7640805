#if canImport(Darwin)
    import Foundation
    public import MoonwireValues

    /// A store that keeps preferences in the user defaults.
    ///
    /// `services.registerStore(UserDefaultsStore(suite: "com.example.editor"), named: "default")`
    public final class UserDefaultsStore: PreferenceStore {
        /// The defaults of the application: the store of preferences that name no other store.
        public static let standard = UserDefaultsStore(UserDefaults.standard)

        // User defaults are documented to be thread-safe.
        private nonisolated(unsafe) let defaults: UserDefaults

        /// Creates a store for the defaults of a suite; returns nil for a name that the system reserves.
        public convenience init?(suite: String) {
            guard let defaults = UserDefaults(suiteName: suite) else { return nil }
            self.init(defaults)
        }

        private init(_ defaults: UserDefaults) {
            self.defaults = defaults
        }

        /// The value of a key; nil if there is none.
        public func read(_ key: String) throws -> PlainValue? {
            try defaults.object(forKey: key).map { try PlainValue(storedObject: $0) }
        }

        /// Stores a value under a key.
        public func write(_ value: PlainValue, for key: String) throws {
            defaults.set(try value.propertyList, forKey: key)
        }

        /// Removes the value of a key.
        public func remove(_ key: String) { defaults.removeObject(forKey: key) }

        /// Calls a closure after each change, until the observation is released.
        public func observe(_ changed: @escaping @Sendable () -> Void) -> StoreObservation {
            let name = UserDefaults.didChangeNotification
            // Each object of a suite posts its own notifications, and there may be several.
            let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in changed()
            }
            // The token is only returned.
            nonisolated(unsafe) let observer = token
            return StoreObservation { NotificationCenter.default.removeObserver(observer) }
        }
    }
#else
    import Foundation

    /// The user defaults of Foundation lose values on this system: they are overwritten in place, without a lock, and
    /// failures are not reported.
    ///
    /// A file next to theirs replaces them, and begins with their values.
    public typealias UserDefaultsStore = FileStore

    extension FileStore {
        /// The preferences of the program: the store of preferences that name no other store.
        ///
        /// The file is `NAME.preferences.plist` in `$XDG_CONFIG_HOME`, or else in `~/.config`, where `NAME` is that of the
        /// program. Until it exists, the values of the program's user defaults are used.
        public static let standard = FileStore(
            domain: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)

        /// Creates a store for the preferences of a suite, which several programs can share; returns nil for a name that a file
        /// cannot have.
        public convenience init?(suite: String) {
            if suite.isEmpty || suite.contains("/") || suite.contains("\0") { return nil }
            self.init(domain: suite)
        }

        private convenience init(domain: String) {
            let folder = Self.configurationFolder(ProcessInfo.processInfo.environment)
            self.init(path: "\(folder)/\(domain).preferences.plist", successorOf: ["\(folder)/\(domain).plist"])
        }

        /// The folder where Foundation also keeps user defaults.
        private static func configurationFolder(_ variables: [String: String]) -> String {
            if let folder = variables["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
            if let home = variables["HOME"], !home.isEmpty { return "\(home)/.config" }
            return "\(NSHomeDirectory())/.config"
        }
    }
#endif

extension PreferenceIndex {
    /// The store of a preference, which mirrors several if it names several; nil if one of them is not registered.
    func store(of definition: PreferenceDefinition) -> (any PreferenceStore)? {
        let stores = definition.stores.compactMap { store(named: $0) }
        guard stores.count == definition.stores.count else { return nil }
        return stores.count == 1 ? stores[0] : MirroredStore.shared(by: stores)
    }

    /// The store with a name; nil for one that is not registered.
    func store(named name: String) -> (any PreferenceStore)? {
        registeredStore(named: name) ?? (name == PreferenceDefinition.usualStore ? UserDefaultsStore.standard : nil)
    }
}
