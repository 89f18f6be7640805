public import MoonwireValues

/// A preference: a typed setting with a default, whose value lies in a store.
public struct PreferenceDefinition: Sendable {
    /// The store for preferences that name none.
    public static let usualStore = "default"

    public let group: String
    public let name: String
    public let origin: Origin
    /// What it is until somebody sets it; its kind is that of all values.
    public var defaultValue = Value.null
    public var minimum: Value?
    public var maximum: Value?
    /// The only values that there are.
    public var choices: [Value]?
    /// A function that values must please when they are set.
    public var check: (any PreferenceCheck)?
    /// Where it lies in its store, unless under `Group.name`.
    public var ownKey: String?
    /// The name of its store, unless it lies in the usual one.
    public var ownStore: String?
    /// A key under which it used to lie.
    public var formerKey: String?
    /// Whether faults were reported already while it was read.
    public var isFaulty = false

    public init(group: String, name: String, origin: Origin) {
        self.group = group
        self.name = name
        self.origin = origin
    }

    /// The name by which everybody knows it: `Group.name`.
    public var title: String { "\(group).\(name)" }
    public var key: String { ownKey ?? title }
    public var store: String { ownStore ?? Self.usualStore }

    /// Whether reading the other one gives the same result: both have the same default, key, store, and constraints.
    package func readsLike(_ other: Self) -> Bool {
        defaultValue == other.defaultValue && key == other.key && store == other.store
            && formerKey == other.formerKey && minimum == other.minimum && maximum == other.maximum
            && choices == other.choices
    }

    /// The line of a field, or of the preference itself.
    package func location(of field: String? = nil) -> ScriptLocation? {
        origin.location(of: [name] + (field.map { [$0] } ?? []), in: group)
    }
}

/// A function that says which values a preference takes.
public protocol PreferenceCheck: AnyObject, Sendable {
    /// The line where a function of a script begins.
    var location: ScriptLocation? { get }
    /// The line where it ends.
    var lastLine: Int? { get }
    /// Returns the reason, possibly empty, to refuse a value; throws if the check fails.
    func refusal(of value: Value) throws -> PreferenceRefusal?
}

extension PreferenceCheck {
    public var location: ScriptLocation? { nil }
    public var lastLine: Int? { nil }
}

/// Why a check does not take a value.
public struct PreferenceRefusal: Sendable, Hashable {
    public let reason: String?

    public init(reason: String?) {
        self.reason = reason
    }
}
