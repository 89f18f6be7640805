/// The parameters that the application set while the container ran: they lie over all layers, and survive reloads.
struct ParameterSettings {
    struct Setting {
        let name: String
        let value: WiredValue
        let origin: Origin
        /// Whether it may add a parameter that nothing else defines.
        var isDeclaring = false
    }

    /// In the order in which they were set, each name once.
    private(set) var all: [Setting] = []

    mutating func set(_ setting: Setting) {
        // What was set of a branch is over when the branch is set anew.
        all.removeAll { $0.name == setting.name || $0.name.hasPrefix(setting.name + ".") }
        all.append(setting)
    }

    /// The layer that lies over all others.
    var layer: Layer {
        var layer = Layer(name: "Swift settings")
        for setting in all { layer.parameters.set(setting.name, setting.value, origin: setting.origin, path: []) }
        return layer
    }
}
