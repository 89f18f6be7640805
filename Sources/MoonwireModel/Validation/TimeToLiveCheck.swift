/// The time for which an instance is used must be longer than nothing, and not so long that a clock overflows.
enum TimeToLiveCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.definitions.compactMap { definition in
            guard let duration = definition.scope.timeToLive, !ServiceScope.timesToLive.contains(duration) else {
                return nil
            }
            var fault = Diagnostic.invalidTimeToLive(definition, duration)
            fault.called(from: definition.origin.caller)
            return fault
        }
    }
}
