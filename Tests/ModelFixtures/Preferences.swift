package import MoonwireModel
package import MoonwireValues

/// A preference as a script would describe it: `preference("Settings.volume", 5, max: 10)`.
package func preference(
    _ title: String, _ defaultValue: PlainValue, min: PlainValue? = nil, max: PlainValue? = nil,
    oneOf: [PlainValue]? = nil,
    check: (any PreferenceCheck)? = nil, key: String? = nil, store: String? = nil, from: String? = nil,
    line: Int? = nil
) -> PreferenceDefinition {
    let steps = title.split(separator: ".", maxSplits: 1).map(String.init)
    var definition = PreferenceDefinition(group: steps[0], name: steps[1], origin: Origin(line.map(at)))
    definition.defaultValue = defaultValue
    definition.minimum = min
    definition.maximum = max
    definition.choices = oneOf
    definition.check = check
    definition.ownKey = key
    definition.ownStores = store.map { [$0] } ?? []
    definition.formerKey = from
    return definition
}
