public import MoonwireCore
public import Testing

/// Tests that a store meets all requirements of ``PreferenceStore``.
///
/// ```swift
/// @Test func keychainStoreMeetsTheContract() {
///     PreferenceStoreContract { KeychainStore(service: UUID().uuidString) }.check()
/// }
/// ```
///
/// Each violation is recorded as an issue of the test.
public struct PreferenceStoreContract: Sendable {
    private let makeStore: @Sendable () throws -> any PreferenceStore

    /// Creates the tests; `makeStore` creates an empty store, which shares nothing with earlier ones.
    public init(_ makeStore: @escaping @Sendable () throws -> any PreferenceStore) {
        self.makeStore = makeStore
    }

    /// Tests the requirements on `fetch` and `update`, which ``check(sourceLocation:)`` does not use.
    ///
    /// ```swift
    /// @Test func remoteSettingsMeetTheContract() async {
    ///     await PreferenceStoreContract { CachedStore(RemoteSettings(testServer)) }.checkAsynchronously()
    /// }
    /// ```
    public func checkAsynchronously(sourceLocation: SourceLocation = #_sourceLocation) async {
        for promise in Self.asynchronousPromises {
            do {
                for broken in try await promise.broken(try makeStore()) {
                    Issue.record("a store must \(promise.name): \(broken)", sourceLocation: sourceLocation)
                }
            } catch {
                Issue.record("a store must \(promise.name): it throws \(error)", sourceLocation: sourceLocation)
            }
        }
    }

    /// Tests all requirements, and records an issue for each one that is not met.
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
