package import MoonwireValues

/// A placeholder for the services of a type: `typed "Mailing"`.
package struct TypedReference: Sendable {
    /// How many services it selects.
    package enum Number: Sendable {
        case one
        /// Nil if no service has the type.
        case oneOrNone
        /// A list of all, in written order.
        case all
    }

    /// The name as it is written.
    package let type: String
    package let number: Number
    /// The form in which each service is passed.
    package let kind: ServiceReference.Kind
    /// The services that are not selected; nil for most.
    package let excluded: ServiceList?
    package let location: ScriptLocation?

    package init(
        _ type: String, _ number: Number = .one, kind: ServiceReference.Kind = .required,
        excluding excluded: ServiceList? = nil, location: ScriptLocation? = nil
    ) {
        self.type = type
        self.number = number
        self.kind = kind
        self.excluded = excluded
        self.location = location
    }
}
