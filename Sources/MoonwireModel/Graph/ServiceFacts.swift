/// What is known of the services without building them, by the positions of their definitions.
package struct ServiceFacts {
    /// The dependencies of each definition.
    package let dependencies: [Dependencies]
    /// The type of each definition's service, as far as it is known.
    package private(set) var types: [TypeRegistry.Entry?] = []
    /// The initializer that creates each definition's instance, if its type is known.
    package private(set) var initializers: [InitializerMatch?] = []
    /// The services that need an asynchronous build; nil if there are none.
    package internal(set) var asynchronous: AsynchronousServices?
    /// The arguments that services take when they are resolved.
    package internal(set) var arguments = ArgumentIndex()

    init(_ table: DefinitionTable, _ evaluator: ParameterEvaluator) {
        let names = Dependencies.Lookup(table.index, evaluator)
        dependencies = table.definitions.map { Dependencies(of: $0, names) }
    }

    /// The same with the types, which are found in a graph that has its definitions.
    func withTypes(in graph: DefinitionGraph) -> ServiceFacts {
        var facts = self
        facts.types = ServiceTypes(graph).entries(of: graph.definitions)
        facts.initializers = zip(graph.definitions, facts.types).map { $1.flatMap($0.initializer) }
        return facts
    }
}
