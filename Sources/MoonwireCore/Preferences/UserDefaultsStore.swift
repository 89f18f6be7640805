import Dispatch
import Foundation
public import MoonwireValues

/// Keeps preferences in the user defaults, where they outlive the program.
///
/// `swift.store("default", UserDefaultsStore(suite: "com.example.editor"))`
public final class UserDefaultsStore: PreferenceStore {
    /// The defaults of the application itself, where preferences lie unless something else is said.
    public static let standard = UserDefaultsStore(UserDefaults.standard)

    // User defaults are thread-safe, by their documentation.
    private nonisolated(unsafe) let defaults: UserDefaults

    /// The defaults of a suite, or of the application itself; nil for a suite that has the name of a domain of the system.
    public convenience init?(suite: String) {
        guard let defaults = UserDefaults(suiteName: suite) else { return nil }
        self.init(defaults)
    }

    private init(_ defaults: UserDefaults) {
        self.defaults = defaults
    }

    public func read(_ key: String) throws -> Value? {
        try defaults.object(forKey: key).map { try Value(propertyList: $0) }
    }

    public func write(_ value: Value, for key: String) throws {
        defaults.set(try value.propertyList, forKey: key)
        finish()
    }

    public func remove(_ key: String) {
        defaults.removeObject(forKey: key)
        finish()
    }

    #if canImport(Darwin)
        private func finish() {}
    #else
        /// Foundation writes to the disk only when it is told to, and tells nobody of what was set.
        private func finish() {
            _ = defaults.synchronize()
            NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
        }
    #endif

    /// Elsewhere than on Apple's systems Foundation says nothing of what other code sets, so it is looked for each second.
    public func observe(_ changed: @escaping @Sendable () -> Void) -> StoreObservation {
        let name = UserDefaults.didChangeNotification
        // Each object of a suite speaks for itself, and there may be several.
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in changed() }
        // The token is only handed back.
        nonisolated(unsafe) let observer = token
        #if canImport(Darwin)
            return StoreObservation { NotificationCenter.default.removeObserver(observer) }
        #else
            let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
            timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
            timer.setEventHandler(handler: changed)
            timer.resume()
            // The timer may be cancelled by any thread.
            nonisolated(unsafe) let looking = timer
            return StoreObservation {
                NotificationCenter.default.removeObserver(observer)
                looking.cancel()
            }
        #endif
    }
}
