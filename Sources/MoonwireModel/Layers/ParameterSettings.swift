/// The parameters that the application set while the container ran: they override all layers and survive reloads.
package struct ParameterSettings {
    package struct Setting {
        package let name: String
        package let value: WiredValue
        package let origin: Origin
        /// Whether it may add a parameter that nothing else defines.
        package var isDeclaring = false
        /// Whether it replaced a secret.
        var isSecret = false

        package init(
            name: String, value: WiredValue, origin: Origin, isDeclaring: Bool = false, isSecret: Bool = false
        ) {
            self.name = name
            self.value = value
            self.origin = origin
            self.isDeclaring = isDeclaring
            self.isSecret = isSecret
        }

        /// The setting alone, as it overrides other parameters.
        package var tree: ParameterTree {
            var tree = ParameterTree(setByApplication: ())
            tree.set(name, value, origin: origin, path: [])
            if isSecret { tree.markAllSecret() }
            return tree
        }
    }

    /// Maps are merged, as they are in the current parameters.
    private var tree = ParameterTree(setByApplication: ())
    /// The names of the values that were declared explicitly; they stay declared when they are set again.
    private var declared: Set<String> = []

    package init() {}

    /// Records a setting; `parameters` are the previous parameters, which determine the secrets.
    package mutating func set(_ setting: Setting, over parameters: ParameterTree) {
        var alone = setting.tree
        if setting.isDeclaring { declared.formUnion(alone.leafNames) }
        alone.inheritSecrets(from: parameters)
        _ = tree.merging(alone)
    }

    /// Adds later settings.
    package mutating func add(_ later: ParameterSettings) {
        declared.formUnion(later.declared)
        _ = tree.merging(later.tree)
    }

    /// Marks the values that the scripts now treat as secrets.
    package mutating func inheritSecrets(from parameters: ParameterTree) { tree.inheritSecrets(from: parameters) }

    /// One for each value, sorted by name.
    package var all: [Setting] {
        tree.leaves.map { name, leaf in
            Setting(name: name, value: leaf.value, origin: leaf.origin, isSecret: leaf.isSecret)
        }
    }

    /// The settings of parameters that these layers, without the settings, do not define.
    package func undefined(in layers: [Layer]) -> [Setting] {
        guard !tree.isEmpty else { return [] }
        var scripts = ParameterTree()
        for layer in layers { _ = scripts.merging(layer.parameters) }
        return all.filter { !declared.contains($0.name) && scripts[$0.name] == nil }
    }

    /// The layer that overrides all others.
    package var layer: Layer {
        var layer = Layer(name: "Swift settings")
        layer.parameters = tree
        return layer
    }
}
