package import MoonwireValues

/// A preference: a typed setting whose value is in a store, and which has a default or is unset until it is set.
///
/// Has more than twelve stored properties because scripts give each of its fields.
package struct PreferenceDefinition: Sendable {
    /// The store for preferences that name none.
    package static let usualStore = "default"

    package let group: String
    package let name: String
    package let origin: Origin
    /// The value until one is set; null for a preference that is unset until then.
    package var defaultValue = PlainValue.null
    /// The kind of all values; nil if the default determines it.
    package var ownKind: ValueKind?
    package var minimum: PlainValue?
    package var maximum: PlainValue?
    /// The only values that there are.
    package var choices: [PlainValue]?
    /// A function that values must please when they are set.
    package var check: (any PreferenceCheck)?
    /// The key of the value in the store; nil for `Group.name`.
    package var ownKey: String?
    /// The names of the stores, the one that is read first before the others; empty for the default one.
    package var ownStores: [String] = []
    /// A key under which it used to lie.
    package var formerKey: String?
    /// Whether faults were reported already while it was read.
    package var isFaulty = false

    package init(group: String, name: String, origin: Origin) {
        self.group = group
        self.name = name
        self.origin = origin
    }

    /// The name by which everybody knows it: `Group.name`.
    package var title: String { "\(group).\(name)" }
    package var key: String { ownKey ?? title }
    /// The kind of all values.
    package var kind: ValueKind { ownKind ?? defaultValue.kind }
    /// Whether it has a default.
    package var hasDefault: Bool { defaultValue != .null }
    package var stores: [String] { ownStores.isEmpty ? [Self.usualStore] : ownStores }
    /// The names of the stores, as commands show them.
    package var storeNames: String { stores.joined(separator: ", ") }

    /// Whether reading the other one gives the same result: both have the same default, key, store, and constraints.
    package func readsLike(_ other: Self) -> Bool {
        defaultValue == other.defaultValue && kind == other.kind && key == other.key && stores == other.stores
            && formerKey == other.formerKey && minimum == other.minimum && maximum == other.maximum
            && choices == other.choices
    }

    /// The line of a field, or of the preference itself.
    package func location(of field: String? = nil) -> ScriptLocation? {
        origin.location(of: [name] + (field.map { [$0] } ?? []), in: group)
    }
}

/// A function that accepts or refuses values of a preference.
package protocol PreferenceCheck: AnyObject, Sendable {
    /// The line where a function of a script begins.
    var location: ScriptLocation? { get }
    /// The line where it ends.
    var lastLine: Int? { get }
    /// Returns the reason, possibly empty, to refuse a value; throws if the check fails.
    func refusal(of value: PlainValue) throws -> PreferenceRefusal?
}

extension PreferenceCheck {
    package var location: ScriptLocation? { nil }
    package var lastLine: Int? { nil }
}

/// Why a check does not take a value.
package struct PreferenceRefusal: Sendable, Hashable {
    package let reason: String?

    package init(reason: String?) {
        self.reason = reason
    }
}
