/// What is known of the services without building them, by the positions of their definitions.
package struct ServiceFacts {
    /// The dependencies of each definition.
    package private(set) var dependencies: [Dependencies] = []
    /// The type of each definition's service, as far as it is known.
    package private(set) var types: [TypeRegistry.Entry?] = []
    /// The initializer that creates each definition's instance, if its type is known.
    package private(set) var initializers: [InitializerMatch?] = []
    /// The services that need an asynchronous build; nil if there are none.
    package internal(set) var asynchronous: AsynchronousServices?
    /// The services that are built together.
    package internal(set) var cycles = ServiceCycles()
    /// The arguments that services take when they are resolved.
    package internal(set) var arguments = ArgumentIndex()

    /// Nothing is known.
    init() {}

    /// The types of the services of a graph.
    init(typesIn graph: DefinitionGraph) {
        types = ServiceTypes(graph).entries(of: graph.definitions)
    }

    /// The same with what depends on the values of the definitions, in a graph whose definitions are complete.
    func completed(in graph: DefinitionGraph) -> ServiceFacts {
        var facts = self
        let names = Dependencies.Lookup(graph.table.index, graph.evaluator)
        facts.dependencies = graph.definitions.map { Dependencies(of: $0, names) }
        facts.initializers = zip(graph.definitions, types).map { $1.flatMap($0.initializer) }
        return facts
    }
}
