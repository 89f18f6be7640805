import MoonwireValues

/// The preferences of all layers, merged, with the stores that they name.
package struct PreferenceIndex: Sendable {
    /// The effective definition for each name, in the order in which the names were first written.
    package private(set) var definitions: [PreferenceDefinition] = []
    package private(set) var stores: [String: any PreferenceStore] = [:]
    /// The store of preferences that name none; nil if it is not known.
    private let usualStore: (@Sendable () -> any PreferenceStore)?
    /// Diagnostics about definitions that replace others.
    private(set) var remarks: [Diagnostic] = []
    private var index: [String: Int] = [:]

    init(_ layers: [Layer]) {
        usualStore = layers.lazy.compactMap(\.usualStore).first
        var layerOfDefinition: [Int] = []
        for (number, layer) in layers.enumerated() {
            stores.merge(layer.stores) { $1 }
            for definition in layer.preferences {
                if let position = index[definition.title] {
                    let isSameLayer = layerOfDefinition[position] == number
                    remarks.append(.replaced(definition, definitions[position], isSameLayer: isSameLayer))
                    definitions[position] = definition
                    layerOfDefinition[position] = number
                } else {
                    index[definition.title] = definitions.count
                    definitions.append(definition)
                    layerOfDefinition.append(number)
                }
            }
        }
    }

    /// The preference with a name, `Group.name`.
    package subscript(title: String) -> PreferenceDefinition? { index[title].map { definitions[$0] } }

    package var titles: [String] { definitions.map(\.title) }

    /// The valid names for `store`.
    package var storeNames: [String] { Set(stores.keys).union([PreferenceDefinition.usualStore]).sorted() }

    /// A warning about stores that the application registers in a layer, that no preference uses, and that are similar
    /// to a used name, which is probably meant.
    ///
    /// Others may be used in another environment.
    package func unusedStores(of layer: Layer, _ severity: Diagnostic.Severity) -> [Diagnostic] {
        let used = Set(definitions.flatMap(\.stores)).union([PreferenceDefinition.usualStore])
        return layer.storeLocations.filter { !used.contains($0.key) }.compactMap { name, location in
            let near = Suggestions(among: used).nearest(to: name)
            return near.isEmpty ? nil : Diagnostic.unusedStore(name, at: location, near: near, severity)
        }.inScriptOrder
    }

    /// Whether `store` accepts that name.
    func hasStore(named name: String) -> Bool { stores[name] != nil || name == PreferenceDefinition.usualStore }

    /// The store with a name; nil if it is not registered.
    package func registeredStore(named name: String) -> (any PreferenceStore)? {
        stores[name] ?? (name == PreferenceDefinition.usualStore ? usualStore?() : nil)
    }
}
