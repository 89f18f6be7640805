/// What a pass changes.
package struct WiringChanges: Sendable {
    /// The changes of services, each a definition that extends one.
    package var definitions: [Definition] = []
    /// Whether anything in them is wired by its type.
    package var isWiredByType = false
    /// Whether anything in them is dropped if a service is not defined.
    package var dropsReferences = false
    /// What was reported while they were read.
    package var diagnostics: [Diagnostic] = []

    package init() {}
}
