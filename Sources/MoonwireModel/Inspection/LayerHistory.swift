import MoonwireValues

/// The layers that define something, and the one that is in effect.
struct LayerHistory {
    private struct Entry {
        let layer: String
        let location: ScriptLocation?
    }

    private let layers: [Layer]
    private var definitions: [String: [Entry]] = [:]
    private var preferences: [String: [Entry]] = [:]
    /// By the location of a decorator: its layer.
    private var decorators: [ScriptLocation?: Entry] = [:]

    /// Creates the history of the layers.
    ///
    /// `settings` contains the values that the application has set; after a reload, an earlier state is among the
    /// layers.
    init(_ layers: [Layer], _ settings: Layer?) {
        self.layers = settings.map { settings in layers.filter { $0.name != settings.name } + [settings] } ?? layers
        for layer in layers {
            for definition in layer.definitions where isInEffect(definition) {
                definitions[definition.id, default: []].append(
                    Entry(layer: layer.name, location: definition.origin.location))
            }
            for location in layer.decorators.map(\.definition.origin.location) where decorators[location] == nil {
                decorators[location] = Entry(layer: layer.name, location: location)
            }
            for preference in layer.preferences {
                preferences[preference.title, default: []].append(
                    Entry(layer: layer.name, location: preference.location()))
            }
        }
    }

    /// Whether the definition is an entry of its own: it neither yields to an earlier one, nor changes it.
    private func isInEffect(_ definition: Definition) -> Bool {
        switch definition.precedence {
        case .replaces: true
        case .yields: definitions[definition.id] == nil
        case .extends: false
        }
    }

    func origin(of definition: Definition) -> OriginInspection {
        let location = definition.origin.location
        // A decorator replaces nothing.
        let entries =
            definition.decorates == nil
            ? definitions[definition.outermostID] ?? [] : decorators[location].map { [$0] } ?? []
        return origin(definition.origin, location, entries)
    }

    func origin(of preference: PreferenceDefinition) -> OriginInspection {
        origin(preference.origin, preference.location(), preferences[preference.title] ?? [])
    }

    func origin(ofParameter name: String, _ leaf: ParameterTree.Leaf) -> OriginInspection {
        let entries = layers.compactMap { layer -> Entry? in
            guard case .leaf(let leaf)? = layer.parameters[name] else { return nil }
            return Entry(layer: layer.name, location: leaf.location)
        }
        return origin(leaf.origin, leaf.location, entries)
    }

    func origin(ofRuleAt index: Int, _ rule: InjectionRule) -> OriginInspection {
        var first = 0
        for layer in layers {
            first += layer.rules.count
            guard index < first else { continue }
            return origin(rule.origin, rule.origin.location, [Entry(layer: layer.name, location: rule.origin.location)])
        }
        return origin(rule.origin, rule.origin.location, [])
    }

    /// The last layer wins.
    private func origin(_ origin: Origin, _ location: ScriptLocation?, _ entries: [Entry]) -> OriginInspection {
        OriginInspection(
            location: location, caller: origin.caller, layer: entries.last?.layer,
            replaces: entries.dropLast().reversed().map { ReplacedInspection(layer: $0.layer, location: $0.location) })
    }
}
