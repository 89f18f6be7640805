package import MoonwireValues

/// A reference to the value of a preference when a service is built.
package struct PreferenceReference: Sendable {
    /// The name, in the form `Group.name`.
    package let name: String
    package let location: ScriptLocation?

    package init(_ name: String, location: ScriptLocation? = nil) {
        self.name = name
        self.location = location
    }
}

extension WiredValue {
    /// Visits every reference to a preference, including those in inline definitions.
    func visitPreferences(_ visit: (PreferenceReference) -> Void) {
        switch self {
        case .preference(let reference): visit(reference)
        case .list(let elements): for element in elements { element.visitPreferences(visit) }
        case .map(let entries):
            for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.visitPreferences(visit) }
        case .keyedMap(let entries): for entry in entries { entry.value.visitPreferences(visit) }
        case .inline(let definition):
            definition.visitValues { value, _ in
                switch value {
                case .preference, .inline: value.visitPreferences(visit)
                // Parts are visited separately.
                default: break
                }
            }
        case .reference, .argument: for inner in innerValues { inner.value.visitPreferences(visit) }
        case .value, .template, .parameter, .environment, .function, .object, .placeholder: break
        }
    }
}
