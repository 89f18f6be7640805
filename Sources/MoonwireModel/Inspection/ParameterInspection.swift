import MoonwireValues

/// A parameter: its value in effect, and its users.
package struct ParameterInspection: Sendable, Hashable, Encodable {
    /// The dotted name.
    package let name: String
    package let value: ValueInspection
    package let origin: OriginInspection
    /// The ids of the services whose definitions name it, or a branch that contains it.
    package let usedBy: [String]
}

extension ParameterInspection {
    static func all(
        of graph: DefinitionGraph, _ parameters: ParameterTree, _ values: ValueReading, _ layers: LayerHistory
    ) -> [ParameterInspection] {
        var users: [String: [String]] = [:]
        for definition in graph.definitions {
            var names: Set<String> = []
            definition.visitParameterNames { names.insert($0) }
            for name in names { users[name, default: []].append(definition.id) }
        }
        return parameters.leaves.map { name, leaf in
            let value = values.value(ofParameter: name, leaf)
            let using = Set(name.branches.flatMap { users[$0] ?? [] })
            return ParameterInspection(
                name: name, value: value, origin: layers.origin(ofParameter: name, leaf), usedBy: using.sorted())
        }
    }
}

extension Definition {
    /// Visits the names of all parameters in the definition, including those in inline services.
    fileprivate func visitParameterNames(_ visit: (String) -> Void) {
        visitValues { value, _ in
            switch value {
            case .parameter(let reference): visit(reference.name)
            case .template(let template): for name in template.parameterNames { visit(name) }
            case .inline(let inner): inner.visitParameterNames(visit)
            default: break
            }
        }
    }
}

extension String {
    /// A dotted name and the branches that contain it.
    fileprivate var branches: [String] {
        indices.filter { self[$0] == "." }.map { String(self[..<$0]) } + [self]
    }
}
