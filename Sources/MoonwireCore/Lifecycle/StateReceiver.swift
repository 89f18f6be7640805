/// An instance that takes over the state of the one that a reload replaces.
///
/// ```swift
/// extension Cache: StateReceiver {
///     func receiveState(of former: Cache) { entries = former.entries }
/// }
/// ```
///
/// A service in a script can state a method or a function instead: `handover = function(former, new) … end`.
public protocol StateReceiver: AnyObject, Sendable {
    /// Takes over the state of a former instance of the service, which is stopped afterward.
    ///
    /// The reload has taken effect, and nothing else uses this instance yet, unless the reload was checked: then it was built before.
    /// Something may still use the former one.
    func receiveState(of former: Self) throws
}

extension StateReceiver {
    /// The same for a former instance whose type is not known; false if it has another type, and no state to take over.
    func receive(_ former: AnyObject) throws -> Bool {
        guard let former = former as? Self else { return false }
        try receiveState(of: former)
        return true
    }
}
