/// What a reload does with an instance that the container holds.
package enum ReloadPolicy: String, Sendable, CaseIterable {
    /// Keeps it if nothing that it was built from has changed.
    case auto
    /// Always keeps it, as long as its id, scope, and type stay the same.
    case keep
    /// Always replaces it.
    case rebuild
}
