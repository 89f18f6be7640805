/// The parameters that the application set while the container ran: they lie over all layers, and survive reloads.
struct ParameterSettings {
    struct Setting {
        let name: String
        let value: WiredValue
        let origin: Origin
        /// Whether it may add a parameter that nothing else defines.
        var isDeclaring = false
        /// Whether it took the place of a secret.
        var isSecret = false

        /// The setting alone, as it lies over other parameters.
        var tree: ParameterTree {
            var tree = ParameterTree(setByApplication: ())
            tree.set(name, value, origin: origin, path: [])
            if isSecret { tree.markAllSecret() }
            return tree
        }
    }

    /// Maps are merged, as they are in the parameters that serve.
    private var tree = ParameterTree(setByApplication: ())
    /// The names of the values that were added on purpose; they stay so when they are set again.
    private var declared: Set<String> = []

    /// - Parameter parameters: The parameters that served until now, which say what is a secret.
    mutating func set(_ setting: Setting, over parameters: ParameterTree) {
        var alone = setting.tree
        if setting.isDeclaring { declared.formUnion(alone.leafNames) }
        alone.inheritSecrets(from: parameters)
        _ = tree.merging(alone)
    }

    /// Marks what the scripts by now call a secret.
    mutating func inheritSecrets(from parameters: ParameterTree) { tree.inheritSecrets(from: parameters) }

    /// One for each value, in name order.
    var all: [Setting] {
        tree.leaves.map { name, leaf in
            Setting(name: name, value: leaf.value, origin: leaf.origin, isSecret: leaf.isSecret)
        }
    }

    /// The settings of parameters that these layers, over which the settings lie, do not define.
    func undefined(in layers: [Layer]) -> [Setting] {
        guard !tree.isEmpty else { return [] }
        var scripts = ParameterTree()
        for layer in layers { _ = scripts.merging(layer.parameters) }
        return all.filter { !declared.contains($0.name) && scripts[$0.name] == nil }
    }

    /// The layer that lies over all others.
    var layer: Layer {
        var layer = Layer(name: "Swift settings")
        layer.parameters = tree
        return layer
    }
}
