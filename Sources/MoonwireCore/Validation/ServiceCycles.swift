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
        private var targets: [[Int]]

        init(graph: DefinitionGraph) {
            self.graph = graph
            marks = Array(repeating: .unseen, count: graph.definitions.count)
            targets = graph.needs.map { needs in
                needs.edges.compactMap {
                    $0.reference.kind == .required || $0.reference.kind == .optional ? $0.target : nil
                }
            }
        }

        /// Depth first without recursion: a chain of ten thousand services is no reason to overflow the stack.
        mutating func visit(_ start: Int) {
            guard marks[start] == .unseen else { return }
            var path = [(place: start, next: 0)]
            marks[start] = .onPath
            while let (place, next) = path.last {
                guard next < targets[place].count else {
                    marks[place] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = targets[place][next]
                switch marks[target] {
                case .unseen:
                    marks[target] = .onPath
                    path.append((target, 0))
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
