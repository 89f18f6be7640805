/// What a definition says of the life of its instances: when they are built, and what the container does with them.
package struct LifecycleActions: Sendable {
    /// Whether ``Container/start()`` builds the instance; nil if the definition does not say.
    package var isEager: Bool?
    /// Whether other services receive a handle that builds the instance; nil if the definition does not say.
    package var isLazy: Bool?
    /// The action before other services use the instance.
    package var start: InstanceAction?
    /// The action that runs as long as the instance is in use.
    package var run: InstanceAction?
    /// The action that tells whether other services can use the instance yet.
    package var ready: InstanceAction?
    /// What happens when `run` returns; nil if the definition does not say.
    package var onReturn: RunPolicy?
    /// What happens when `run` throws an error; nil if the definition does not say.
    package var onFailure: RunPolicy?
    /// The services that start before, although the instance is not built from them.
    package var after: [ServiceReference] = []
    /// The action that tells whether the instance works.
    package var health: InstanceAction?
    /// The action by which a new instance takes over the state of the one that a reload replaces.
    package var handover: InstanceAction?
    /// The action when the container releases the instance: when it is replaced, and at the end of the container.
    package var stop: InstanceAction?

    package init() {}

    /// Whether the definition states nothing of this.
    var isEmpty: Bool {
        isEager == nil && isLazy == nil && start == nil && run == nil && ready == nil && onReturn == nil
            && onFailure == nil && after.isEmpty && health == nil && handover == nil && stop == nil
    }

    /// Whether the start of the container builds the instance.
    package var takesPartInStart: Bool { isEager ?? false || start != nil || run != nil }

    /// Whether something happens when the container releases an instance.
    package var isStopped: Bool { stop != nil || run != nil }

    /// The actions with their keys.
    var actions: [(key: String, action: InstanceAction)] {
        let actions = [
            ("start", start), ("run", run), ("ready", ready), ("health", health), ("handover", handover),
            ("stop", stop),
        ]
        return actions.compactMap { key, action in action.map { (key, $0) } }
    }

    /// The keys that the definition states.
    var statedKeys: [String] {
        var keys = actions.map(\.key)
        if isEager != nil { keys.append("eager") }
        if isLazy != nil { keys.append("lazy") }
        if onReturn != nil { keys.append("on_return") }
        if onFailure != nil { keys.append("on_failure") }
        if !after.isEmpty { keys.append("after") }
        return keys
    }

    /// The same with what only the parent of its definition says; `take` receives the keys.
    func inheriting(from parent: LifecycleActions, take: ([String]) -> Void) -> LifecycleActions {
        var whole = self
        func inherit<Value>(_ key: String, _ value: WritableKeyPath<LifecycleActions, Value?>) {
            guard self[keyPath: value] == nil, parent[keyPath: value] != nil else { return }
            whole[keyPath: value] = parent[keyPath: value]
            take([key])
        }
        inherit("eager", \.isEager)
        inherit("lazy", \.isLazy)
        inherit("start", \.start)
        inherit("run", \.run)
        inherit("ready", \.ready)
        inherit("on_return", \.onReturn)
        inherit("on_failure", \.onFailure)
        inherit("health", \.health)
        inherit("handover", \.handover)
        inherit("stop", \.stop)
        if after.isEmpty, !parent.after.isEmpty {
            whole.after = parent.after
            take(["after"])
        }
        return whole
    }
}
