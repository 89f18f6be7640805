package import MoonwireValues

/// A service that the start of a container builds.
package struct StartInspection: Sendable, Hashable, Encodable {
    /// The number of the step, counted from 1: services of one step start concurrently, after those of the steps before it.
    package let step: Int
    package let id: String
    /// What is done with the instance after its build: `start`, `run`, and `ready`.
    package let actions: [String]
    /// The ids in its `after`.
    package let after: [String]
    package let location: ScriptLocation?
}

extension StartInspection {
    /// All of them; what factories request without saying so is not known, and not included.
    static func all(of graph: DefinitionGraph) -> [StartInspection] {
        var order = StartOrder(graph) { _ in [] }
        var all: [StartInspection] = []
        var step = 0
        while true {
            let positions = order.next().sorted()
            if positions.isEmpty { return all }
            step += 1
            for position in positions {
                all.append(StartInspection(graph.definitions[position], step))
                order.finish(position)
            }
        }
    }

    private init(_ definition: Definition, _ step: Int) {
        self.step = step
        id = definition.id
        actions = definition.lifecycle.actions.map(\.key).filter { !["health", "handover", "stop"].contains($0) }
        after = definition.lifecycle.after.map(\.id)
        location = definition.origin.location
    }
}
