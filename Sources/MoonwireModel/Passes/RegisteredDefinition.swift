public import MoonwireValues

/// A definition, as passes and `registered` hooks receive it.
public struct RegisteredDefinition: Sendable {
    /// The id of the service.
    public let id: String
    /// The name of the type, if it is known before the service is built.
    public let type: String?
    /// The names of the type, its base classes, and the types that it provides, sorted; nil if they are not known before the service is
    /// built.
    public let typeNames: [String]?
    /// The scope of the service.
    public let scope: ServiceScope
    /// The names of the service's tags.
    public let tags: [String]
    /// Whether the application can resolve the service.
    public let isPublic: Bool
    /// The ids of the services that it refers to, without duplicates and without aliases, in the order of its values.
    public let needs: [String]
    /// The location of the definition; nil for a service that the application defines without one.
    public let location: ScriptLocation?
    /// Computes the values, which may be much larger than the definition, when they are asked for; empty once the wiring is gone.
    let values: @Sendable () -> Values

    struct Values {
        /// Those of a definition whose wiring is gone.
        static let none = Values(tagAttributes: [:], arguments: [:], positionalArguments: [])

        let tagAttributes: [String: [String: PlainValue]]
        let arguments: [String: PlainValue]
        let positionalArguments: [PlainValue]
    }

    /// The attributes of each tag, by its name; for a tag without attributes, an empty dictionary.
    ///
    /// They have the form of ``arguments``, and are computed each time; once the wiring is gone, they are empty.
    public var tagAttributes: [String: [String: PlainValue]] { values().tagAttributes }

    /// The arguments that are passed by label, which are computed each time; once the wiring is gone, they are empty.
    ///
    /// Parameters are filled in. A reference is a map, such as `["ref": "mailer"]` or `["lazy": "mailer"]`. A value that is not data, is
    /// secret, or is read from the environment when the service is built is a map with its written form:
    /// `["written": "env.secret \"KEY\""]`.
    public var arguments: [String: PlainValue] { values().arguments }

    /// The arguments that are passed by position, in the same form.
    public var positionalArguments: [PlainValue] { values().positionalArguments }
}

extension RegisteredDefinition: Hashable {
    /// Whether two definitions are equal, apart from their values.
    public static func == (one: Self, other: Self) -> Bool {
        one.id == other.id && one.type == other.type && one.typeNames == other.typeNames && one.scope == other.scope
            && one.tags == other.tags && one.isPublic == other.isPublic && one.needs == other.needs
            && one.location == other.location
    }

    /// Hashes the id and the location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(location)
    }
}
