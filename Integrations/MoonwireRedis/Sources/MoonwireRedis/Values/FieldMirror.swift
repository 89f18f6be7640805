import Moonwire

/// The last known fields of the hash.
struct FieldMirror: Sendable {
    /// What a newer state of the hash means for its readers.
    struct Difference {
        var isChanged = false
        /// The keys whose values the server has lost: a removal by a store leaves a mark.
        var lostKeys: [String] = []
    }

    private(set) var fields: [String: StoredField] = [:]

    /// Applies one change, unless a later one is known; returns whether the field is different.
    mutating func apply(_ field: StoredField, to key: String) -> Bool {
        if let known = fields[key], known.time >= field.time { return false }
        return fields.updateValue(field, forKey: key)?.content != field.content
    }

    /// Replaces all fields by those that the server has now.
    mutating func replace(with current: [String: StoredField]) -> Difference {
        let former = fields
        fields = current
        let lost = former.filter { key, field in
            guard case .value = field.content else { return false }
            return current[key].map { $0.time < field.time } ?? true
        }
        return Difference(
            isChanged: former.mapValues(\.content) != current.mapValues(\.content), lostKeys: lost.keys.sorted())
    }
}
