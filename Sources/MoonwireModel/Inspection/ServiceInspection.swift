package import MoonwireValues

/// A service as its definition describes it, with its users, rules, and hooks.
///
/// Has more than twelve stored properties because they are the keys of a service in the JSON that commands print.
package struct ServiceInspection: Sendable, Hashable, Encodable {
    package let id: String
    package let construction: ConstructionInspection
    /// The name of the type, as far as it is known without building the service; as written if no types are known.
    package let type: String?
    /// The names of the type, its base classes, and the types that it provides, sorted.
    package let typeNames: [String]
    package let scope: ServiceScope
    /// The scopes whose instances it may keep although it lives longer.
    package let outlives: [String]
    /// The arguments that it takes when it is resolved, in the order in which they are written.
    package let arguments: [ArgumentInspection]
    /// The names of its tags, without duplicates.
    package let tags: [String]
    /// All its tags with their attributes; a name may occur several times.
    package let tagDetails: [TagInspection]
    /// Why it is deprecated; empty if no reason is given, nil if it is not deprecated.
    package let deprecation: String?
    /// Why it is built asynchronously; nil if it is not.
    package let asynchronous: String?
    /// Whether the application can resolve it.
    package let isPublic: Bool
    /// Its parent, as written.
    package let parent: String?
    /// Whether it is abstract.
    package let isAbstract: Bool
    /// The ids of the definitions that inherit from it.
    package let children: [String]
    /// The ids of its decorators, outermost first, and of the service that they wrap, last; empty for most.
    package let decoration: [String]
    /// The effect of a reload on an instance, if it is not the default.
    package let reload: String?
    /// How many seconds a replaced instance may wait until nobody holds it; nil if it does not wait.
    package let drainLimit: Double?
    package let origin: OriginInspection
    /// What passes have changed, in their order; nil for most.
    package let changes: [ChangeInspection]?
    /// Arguments, properties and calls, in the order in which they take effect.
    package let values: [ValueInspection]
    package let needs: [NeedInspection]
    /// The services that depend on it, also by an alias; aliases themselves are in ``aliases``.
    package let neededBy: [NeededByInspection]
    /// Its other names.
    package let aliases: [String]
    package let slots: [SlotInspection]
    /// The hooks that run for it, in order.
    package let hooks: [ServiceHookInspection]

    /// The effect of a reload as commands show it.
    package var reloadWords: String? {
        reload.map { policy in
            policy + (drainLimit.map { ", for at most \(Duration.seconds($0))" } ?? "")
        }
    }

    /// The line of the definition; nil for a definition of the application.
    package var location: ScriptLocation? { origin.location }
}

/// What a pass has changed in a service.
package struct ChangeInspection: Sendable, Hashable, Encodable {
    /// The pass as messages name it.
    package let pass: String
    package let location: ScriptLocation?
    package let keys: [String]

    init(_ change: PassChange) {
        pass = change.pass
        location = change.location
        keys = change.keys
    }
}
