import Foundation

/// The alternative without a container: a dictionary under a lock, and a cast.
final class LockedDictionary: @unchecked Sendable {  // The lock protects the instances.
    private let lock = NSLock()
    private var instances: [String: Any] = [:]

    /// The ids of ``Container/ofHundred()``, with the same values.
    init() {
        for number in 100..<200 { instances["application.part.\(number)"] = Bystander() }
        instances["application.service"] = Service()
    }

    @inline(never) func resolve<T>(_ id: String, as type: T.Type) -> T? {
        lock.lock()
        defer { lock.unlock() }
        return instances[id] as? T
    }
}
