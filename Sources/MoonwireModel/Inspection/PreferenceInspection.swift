import MoonwireValues

/// A preference: its default, its allowed values, and its store.
package struct PreferenceInspection: Sendable, Hashable, Encodable {
    /// `Group.name`.
    package let title: String
    /// Nil for a preference that is unset until it is set.
    package let defaultValue: String?
    /// In the words of messages: `an integer`.
    package let kind: String
    package let minimum: String?
    package let maximum: String?
    package let choices: [String]?
    /// Whether a function checks the values.
    package let hasCheck: Bool
    /// That function, if a script contains it.
    package let check: FunctionInspection?
    package let store: String
    package let key: String
    /// A former key.
    package let formerKey: String?
    package let origin: OriginInspection
}

extension PreferenceInspection {
    init(_ definition: PreferenceDefinition, _ values: ValueReading, _ layers: LayerHistory) {
        func written(_ value: PlainValue) -> String { values.written(.value(value)) }
        title = definition.title
        defaultValue = definition.hasDefault ? written(definition.defaultValue) : nil
        kind = definition.kind.phrase
        minimum = definition.minimum.map(written)
        maximum = definition.maximum.map(written)
        choices = definition.choices?.map(written)
        hasCheck = definition.check != nil
        check = definition.check.flatMap { FunctionInspection.all($0.location, $0.lastLine).first }
        store = definition.storeNames
        key = definition.key
        formerKey = definition.formerKey
        origin = layers.origin(of: definition)
    }
}
