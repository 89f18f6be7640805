/// A service that lives long must not keep one that is meant to be new each time, or to be released early.
struct CaptiveDependencyCheck {
    private let graph: DefinitionGraph
    private let pass: Pass
    private let standard: StandardPass
    private let exceptions: Set<Int>
    /// By the position of a service of scope graph that a longer-lived one keeps, the position of a service that was built with it.
    private var keepers: [Int: Int] = [:]
    private let diagnostics: [Diagnostic]

    /// Adds what `pass.captive_dependencies` finds, and returns what is wrong with its description.
    static func check(
        _ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph, _ report: inout PassReport
    ) -> [Diagnostic] {
        var check = CaptiveDependencyCheck(standard, pass, graph)
        if check.diagnostics.faults.isEmpty { check.compare(&report) }
        return check.diagnostics
    }

    private init(_ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph) {
        self.standard = standard
        self.pass = pass
        self.graph = graph
        var selection = ServiceSelection(graph, pass)
        exceptions = selection.positions(of: standard.exceptions)
        diagnostics = selection.diagnostics
    }

    /// Visits each service that lives long, and the services of scope graph that it keeps.
    private mutating func compare(_ report: inout PassReport) {
        var queue = graph.definitions.indices.filter {
            graph.definitions[$0].scope.isHeld && graph.definitions[$0].aliasTarget == nil
                && !exceptions.contains($0)
        }
        var next = 0
        while next < queue.count {
            let position = queue[next]
            next += 1
            // A build uses what a factory method belongs to, and does not keep it.
            for edge in graph.facts.dependencies[position].edges where !edge.reference.isHandle && !edge.isOfFactory {
                guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }),
                    !exceptions.contains(target)
                else { continue }
                switch graph.definitions[target].scope {
                case .transient, .weak: report.add(standard.severity) { captive(edge, position, target) }
                case .graph:
                    if keepers[target] == nil {
                        keepers[target] = position
                        queue.append(target)
                    }
                case .shared, .cached, .named: break
                }
            }
        }
    }

    private func captive(_ edge: Dependencies.Edge, _ position: Int, _ target: Int) -> Diagnostic {
        var path = [position]
        while let keeper = keepers[path[path.count - 1]] { path.append(keeper) }
        let definitions = path.reversed().map { graph.definitions[$0] }
        return .captiveDependency(
            definitions, graph.definitions[target], pass, standard.severity,
            at: graph.location(of: edge, from: graph.definitions[position]))
    }
}
