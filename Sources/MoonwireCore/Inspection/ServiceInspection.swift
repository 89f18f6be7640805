package import MoonwireValues

/// A service as its definition describes it, with what reaches it from elsewhere.
package struct ServiceInspection: Sendable, Hashable, Encodable {
    package let id: String
    package let construction: ConstructionInspection
    /// The name of the type, as far as it is known before the service is built; as written when no types are known.
    package let type: String?
    /// The names by which the type, its base classes and what it provides are known, in name order.
    package let typeNames: [String]
    package let scope: Scope
    /// The names of its tags, each once.
    package let tags: [String]
    /// All that is said with its tags, of which a name may come more than once.
    package let tagDetails: [TagInspection]
    /// Why it should not be used any more; empty when no reason is given, nil when it may be used.
    package let deprecation: String?
    /// Whether the application may ask for it, and not only other services.
    package let isPublic: Bool
    /// The definition from which it inherits, as it was written.
    package let parent: String?
    /// Whether it only exists for others to inherit from.
    package let isAbstract: Bool
    /// The ids of the definitions that inherit from it.
    package let heirs: [String]
    /// The ids of the stack of decorators in which it lies, the outermost first and what they wrap last; empty for most.
    package let decoration: [String]
    /// What a reload does with an instance, when it is not the usual.
    package let reload: String?
    package let place: PlaceInspection
    /// Arguments, properties and calls, in the order in which they take effect.
    package let values: [ValueInspection]
    package let needs: [NeedInspection]
    /// Who needs it, by this name or another; those that are only other names are in ``aliases``.
    package let neededBy: [NeededByInspection]
    /// Its other names.
    package let aliases: [String]
    package let slots: [SlotInspection]
    /// The hooks that run for it, in order.
    package let hooks: [ServiceHookInspection]

    /// The line of the definition; nil for what the application supplies.
    package var location: ScriptLocation? { place.location }
}

/// What makes an instance.
package struct ConstructionInspection: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        case initializer, method, staticMethod, function, swift, synthetic, alias
    }

    package let kind: Kind
    /// As a person says it: `method "car" of car_factory`.
    package let words: String
    package let location: ScriptLocation?
    package let functions: [FunctionInspection]
}

/// A function of a script, by its lines.
package struct FunctionInspection: Sendable, Hashable, Encodable {
    package let file: String
    package let firstLine: Int
    package let lastLine: Int
}

/// A tag of a service.
package struct TagInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let priority: String
    /// As scripts write them, by name.
    package let attributes: [String: String]
}

/// Where something was said.
package struct PlaceInspection: Sendable, Hashable, Encodable {
    package let location: ScriptLocation?
    /// The line that called the helper function in which it was said.
    package let caller: ScriptLocation?
    /// The layer that counts: a script as the application names it, or `Swift registrations`.
    package let layer: String?
    /// What it replaces, the nearest layer first.
    package let replaces: [ReplacedInspection]
}

/// What a later layer, or a later line, replaced.
package struct ReplacedInspection: Sendable, Hashable, Encodable {
    package let layer: String
    package let location: ScriptLocation?
}

/// A value as it was written, and as it is now.
package struct ValueInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `argument "engine"`.
    package let place: String
    /// As scripts write it.
    package let written: String
    /// With parameters and variables filled in; nil when nothing is filled in, or when that fails.
    package let filled: String?
    /// Why nothing could be filled in.
    package let fault: String?
    /// The parameters from which it comes, nearest first.
    package let parameters: [String]
    /// The functions in it.
    package let functions: [FunctionInspection]
    package let location: ScriptLocation?
}

/// A need of a service for another one.
package struct NeedInspection: Sendable, Hashable, Encodable {
    /// As it was written.
    package let id: String
    /// What the id stands for in the end, other names followed; nil when it is not defined.
    package let target: String?
    package let kind: ServiceReference.Kind
    /// As messages name it: `argument "engine"`.
    package let place: String
    package let location: ScriptLocation?
}

/// A need of another service for this one.
package struct NeededByInspection: Sendable, Hashable, Encodable {
    package let id: String
    package let kind: ServiceReference.Kind
    package let place: String
    package let location: ScriptLocation?
}

/// A slot of a service's type, and the rules that describe it, the one that decides first.
package struct SlotInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let type: String
    package let rules: [SlotRuleInspection]
}

/// A rule that describes a slot.
package struct SlotRuleInspection: Sendable, Hashable, Encodable {
    package let rule: String
    package let value: String
    package let location: ScriptLocation?
}

/// A hook that runs for a service.
package struct ServiceHookInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `hook.created("mailer")`.
    package let hook: String
    package let event: HookEvent
    /// Whether only an instance tells if the hook is for it.
    package let needsType: Bool
    package let location: ScriptLocation?
}
