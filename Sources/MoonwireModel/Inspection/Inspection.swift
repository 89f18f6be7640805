/// The contents of a graph as plain data, with all secrets masked.
package struct Inspection: Sendable, Hashable, Encodable {
    /// In the order in which the ids were first written.
    package let services: [ServiceInspection]
    /// Abstract definitions, sorted by id.
    package let abstracts: [ServiceInspection]
    /// Sorted by name.
    package let parameters: [ParameterInspection]
    package let preferences: [PreferenceInspection]
    /// The scopes that scripts or the application declare, in the order in which they were first written.
    package let scopes: [ScopeInspection]
    /// In the order in which they run.
    package let hooks: [HookInspection]
    /// In the order in which they were written.
    package let rules: [InjectionRuleInspection]
    /// What the start of a container does, in its order.
    package let starts: [StartInspection]

    /// - Parameters:
    /// - settings: The values that the application has set, which override all layers.
    /// - id: The most important service: its values are filled in first, because there is a limit for all of them together.
    package init(_ graph: DefinitionGraph, settings: Layer? = nil, of id: String? = nil) {
        let changed = settings.map { graph.parameters.overlaid(with: $0.parameters) }
        let parameters = changed ?? graph.parameters
        let values = ValueReading(graph, changed, fillingFirst: id)
        let layers = LayerHistory(graph.layers.all, settings)
        rules = InjectionRuleInspection.all(of: graph, values, layers)
        let serviceHooks = ServiceHookReading(graph)
        hooks = serviceHooks.all
        self.parameters = ParameterInspection.all(of: graph, parameters, values, layers)
        preferences = graph.preferences.definitions.map { PreferenceInspection($0, values, layers) }
        scopes = graph.scopes.definitions.map {
            ScopeInspection(name: $0.name, within: $0.parent, location: $0.location)
        }
        let reading = ServiceReading(graph, values, layers, serviceHooks)
        services = reading.services
        abstracts = reading.abstracts
        starts = StartInspection.all(of: graph)
    }

    /// The service or the abstract definition with an id; nil if it is not defined.
    package func service(_ id: String) -> ServiceInspection? {
        services.first { $0.id == id } ?? abstracts.first { $0.id == id }
    }

    /// The parameter with a dotted name; nil for a branch, and if it is not defined.
    package func parameter(_ name: String) -> ParameterInspection? {
        parameters.first { $0.name == name }
    }

    /// The declaration of a scope; nil if there is none.
    package func scope(_ name: String) -> ScopeInspection? { scopes.first { $0.name == name } }

    /// The rules that inject a service.
    package func rules(puttingIn id: String) -> [InjectionRuleInspection] {
        rules.filter { rule in rule.needs.contains { $0.target == id } }
    }
}
