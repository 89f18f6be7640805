/// The parameters that the application set while the container ran: they lie over all layers, and survive reloads.
struct ParameterSettings {
    struct Setting {
        let name: String
        let value: WiredValue
        let origin: Origin
        /// Whether it may add a parameter that nothing else defines.
        var isDeclaring = false
    }

    /// Maps are merged, as they are in the parameters that serve.
    private var tree = ParameterTree()
    /// The names of the values that were added on purpose; they stay so when they are set again.
    private var declared: Set<String> = []

    mutating func set(_ setting: Setting) {
        if setting.isDeclaring {
            var alone = ParameterTree()
            alone.set(setting.name, setting.value, origin: setting.origin, path: [])
            declared.formUnion(alone.leafNames)
        }
        tree.set(setting.name, setting.value, origin: setting.origin, path: [])
    }

    /// One for each value, in name order.
    var all: [Setting] {
        tree.leaves.map { Setting(name: $0.name, value: $0.leaf.value, origin: $0.leaf.origin) }
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
