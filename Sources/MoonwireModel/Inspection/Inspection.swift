/// What a graph says, as plain data for those who want to look at it; secrets are masked everywhere.
package struct Inspection: Sendable, Hashable, Encodable {
    /// In the order in which the ids were first written.
    package let services: [ServiceInspection]
    /// Definitions from which others only inherit, in the order of their ids.
    package let abstracts: [ServiceInspection]
    /// In name order.
    package let parameters: [ParameterInspection]
    package let preferences: [PreferenceInspection]
    /// In the order in which they run.
    package let hooks: [HookInspection]
    /// In the order in which they were written.
    package let rules: [InjectionRuleInspection]

    /// - Parameters:
    ///   - settings: What the application set since, over all layers.
    ///   - id: The service that matters most: its values are filled in first, as there is a limit for all of them together.
    package init(_ graph: DefinitionGraph, settings: Layer? = nil, of id: String? = nil) {
        let changed = settings.map { graph.parameters.overlaid(with: $0.parameters) }
        let parameters = changed ?? graph.parameters
        let values = ValueReading(graph, changed, fillingFirst: id)
        let layers = LayerHistory(graph.layers, settings)
        rules = InjectionRuleInspection.all(of: graph, values, layers)
        let serviceHooks = ServiceHookReading(graph)
        hooks = serviceHooks.all
        self.parameters = ParameterInspection.all(of: graph, parameters, values, layers)
        preferences = graph.preferences.definitions.map { PreferenceInspection($0, values, layers) }
        let reading = ServiceReading(graph, values, layers, serviceHooks)
        services = reading.services
        abstracts = reading.abstracts
    }

    /// The service with an id, or the abstract definition; nil for one that is not defined.
    package func service(_ id: String) -> ServiceInspection? {
        services.first { $0.id == id } ?? abstracts.first { $0.id == id }
    }

    /// The parameter with a dotted name; nil for a branch, and for one that is not defined.
    package func parameter(_ name: String) -> ParameterInspection? {
        parameters.first { $0.name == name }
    }

    /// The rules that put a service into slots.
    package func rules(puttingIn id: String) -> [InjectionRuleInspection] {
        rules.filter { rule in rule.needs.contains { $0.target == id } }
    }
}
