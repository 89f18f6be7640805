/// No service may need itself, by whatever way; handles (`lazy`, `provider`) are built later and excused.
enum ServiceCycles {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var search = Search(graph: graph)
        for start in graph.definitions.indices { search.visit(start) }
        return search.faults
    }

    private struct Search {
        private enum Mark { case unseen, onPath, done }

        let graph: DefinitionGraph
        var faults: [Diagnostic] = []
        private var marks: [Mark]
        /// What each service needs: its own part of one list.
        private var targets: [Int] = []
        private var parts: [Range<Int>] = []

        init(graph: DefinitionGraph) {
            self.graph = graph
            marks = Array(repeating: .unseen, count: graph.definitions.count)
            parts.reserveCapacity(graph.needs.count)
            for needs in graph.needs {
                let first = targets.count
                for edge in needs.edges where edge.isBuiltFirst {
                    if let target = edge.target { targets.append(target) }
                }
                parts.append(first..<targets.count)
            }
        }

        /// Depth first without recursion: a chain of ten thousand services is no reason to overflow the stack.
        mutating func visit(_ start: Int) {
            guard marks[start] == .unseen else { return }
            guard !parts[start].isEmpty else { return marks[start] = .done }
            var path = [(place: start, next: parts[start].lowerBound)]
            marks[start] = .onPath
            while let (place, next) = path.last {
                guard next < parts[place].upperBound else {
                    marks[place] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = targets[next]
                switch marks[target] {
                case .unseen:
                    marks[target] = .onPath
                    path.append((target, parts[target].lowerBound))
                case .onPath: report(path.map(\.place), target)
                case .done: break
                }
            }
        }

        private mutating func report(_ path: [Int], _ target: Int) {
            guard let first = path.firstIndex(of: target) else { return }
            let cycle = path[first...] + [target]
            let definitions = cycle.map { graph.definitions[$0] }
            let isOnlyAliases = definitions.allSatisfy { if case .alias = $0.construction { true } else { false } }
            guard !isOnlyAliases, let start = definitions.first else { return }
            faults.append(.serviceCycle(definitions.map(\.id), at: start.origin.location))
        }
    }
}

extension Needs.Edge {
    /// Whether the service that is needed is built before the one that needs it; a handle builds it later.
    fileprivate var isBuiltFirst: Bool { reference.kind == .required || reference.kind == .optional }
}
