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
    package let children: [String]
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
