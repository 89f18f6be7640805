/// A kind of names that a shell completes, and that `list --only` writes.
package enum NameKind: String, Sendable, CaseIterable {
    case types, scopes, tags, environments
}
