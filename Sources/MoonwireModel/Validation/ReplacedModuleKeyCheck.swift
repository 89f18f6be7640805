/// Reports the keys of definitions for products besides Moonwire that later definitions replace.
enum ReplacedModuleKeyCheck {
    private struct Name: Hashable {
        let definition: String
        let key: String
    }

    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var known: [Name: (key: ModuleKey, layer: Int)] = [:]
        var remarks: [Diagnostic] = []
        for (layer, definitions) in graph.layers.all.map(\.moduleDefinitions).enumerated() {
            for definition in definitions {
                for key in definition.keys {
                    let name = Name(definition: definition.name, key: key.name)
                    guard let former = known.updateValue((key, layer), forKey: name) else { continue }
                    remarks.append(.replacedKey(key, former.key, isSameLayer: former.layer == layer))
                }
            }
        }
        return remarks
    }
}
