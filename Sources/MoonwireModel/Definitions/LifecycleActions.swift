/// What a definition says of the life of its instances: when they are built, and what the container does with them.
package struct LifecycleActions: Sendable {
    /// Whether ``Container/start()`` builds the instance; nil if the definition does not say.
    package var isEager: Bool?
    /// The action before other services use the instance.
    package var start: InstanceAction?
    /// The action that tells whether the instance works.
    package var health: InstanceAction?
    /// The action when the container releases the instance: when it is replaced, and at the end of the container.
    package var stop: InstanceAction?

    package init(
        isEager: Bool? = nil, start: InstanceAction? = nil, health: InstanceAction? = nil, stop: InstanceAction? = nil
    ) {
        self.isEager = isEager
        self.start = start
        self.health = health
        self.stop = stop
    }

    /// Whether the start of the container builds the instance.
    package var takesPartInStart: Bool { isEager ?? false || start != nil }

    /// The actions with their keys.
    var actions: [(key: String, action: InstanceAction)] {
        [("start", start), ("health", health), ("stop", stop)].compactMap { key, action in action.map { (key, $0) } }
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
        inherit("start", \.start)
        inherit("health", \.health)
        inherit("stop", \.stop)
        return whole
    }
}
