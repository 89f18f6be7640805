/// A decorator of the application receives an instance that is built without arguments.
enum ClosureDecoratorCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.definitions.compactMap { definition in
            guard definition.decorates != nil, definition.isBuiltByApplication,
                let inner = graph.table.index[definition.id + Definition.innerSuffix],
                definition.uses.contains(where: { $0.id == graph.definitions[inner].id }),
                graph.facts.arguments[inner].map({ !$0.all.isEmpty }) ?? false
            else { return nil }
            return .decoratorWithoutArguments(definition)
        }
    }
}
