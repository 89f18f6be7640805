import MoonwireValues

extension ShapeCheck {
    /// A preference fits if each of its known values does; `trial` reads them as the Swift type.
    ///
    /// A preference that is not defined, or has faults, is reported elsewhere.
    func mismatch(_ reference: PreferenceReference, _ shape: ValueShape, _ trial: ValueTrial?) -> Mismatch? {
        guard let definition = graph.preferences[reference.name], !definition.isFaulty else { return nil }
        if !definition.hasDefault, let mismatch = mismatch(unset: definition, shape) { return mismatch }
        for (value, phrase) in definition.knownValues {
            guard mismatches(.value(value), shape).isEmpty, trial?.mismatch(value) == nil else {
                return Mismatch(expected: shape.phrase, found: "\(definition.phrase), \(phrase) is \(value.phrase)")
            }
        }
        return nil
    }

    private func mismatch(unset definition: PreferenceDefinition, _ shape: ValueShape) -> Mismatch? {
        switch shape {
        case .anything, .plain: return nil
        case .optional(let wrapped):
            if wrapped == .plain || wrapped.mayFit(definition.kind) { return nil }
            return Mismatch(
                expected: shape.phrase, found: "\(definition.phrase), whose kind is \(definition.kind.phrase)")
        default:
            return Mismatch(
                expected: shape.phrase, found: "\(definition.phrase), which may be unset",
                hints: ["give the preference a `default`"])
        }
    }
}

extension PreferenceDefinition {
    /// The values that a script names, each with the words before it in a message.
    fileprivate var knownValues: [(PlainValue, String)] {
        var values: [(PlainValue, String)] = []
        if hasDefault { values.append((defaultValue, "whose default")) }
        if let minimum { values.append((minimum, "whose minimum")) }
        if let maximum { values.append((maximum, "whose maximum")) }
        return values + (choices ?? []).map { ($0, "one of whose values") }
    }
}
