public import MoonwireCore
public import Testing

/// Everything that a container expects of a store, to be run on one's own.
///
/// ```swift
/// @Test func keepsTheContract() {
///     PreferenceStoreContract { KeychainStore(service: UUID().uuidString) }.check()
/// }
/// ```
///
/// Whatever the store does otherwise is recorded as an issue of the test.
public struct PreferenceStoreContract: Sendable {
    private let makeStore: @Sendable () throws -> any PreferenceStore

    /// - Parameter makeStore: Makes a store that is empty, and shares nothing with those made before.
    public init(_ makeStore: @escaping @Sendable () throws -> any PreferenceStore) {
        self.makeStore = makeStore
    }

    /// Checks all of it, and records an issue for each promise that is broken.
    public func check(sourceLocation: SourceLocation = #_sourceLocation) {
        for promise in Self.promises {
            do {
                for broken in try promise.broken(try makeStore()) {
                    Issue.record("a store must \(promise.name): \(broken)", sourceLocation: sourceLocation)
                }
            } catch {
                Issue.record("a store must \(promise.name): it throws \(error)", sourceLocation: sourceLocation)
            }
        }
    }
}
