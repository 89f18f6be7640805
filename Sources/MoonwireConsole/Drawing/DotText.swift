/// The wiring in the language of Graphviz.
package struct DotText {
    private let graph: WiringGraph

    package init(_ graph: WiringGraph) {
        self.graph = graph
    }

    package var text: String {
        let lines = [
            "digraph wiring {",
            "    graph [rankdir=LR, ranksep=0.6, nodesep=0.15, bgcolor=transparent]",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, color=\"#8a8f98\"]",
            "    edge [fontname=\"Helvetica\", fontsize=9, color=\"#6b7280\", arrowsize=0.7]",
        ]
        return (lines + graph.services.map(node) + graph.needs.map(edge) + ["}"]).joined(separator: "\n")
    }

    private func node(_ service: WiringGraph.Service) -> String {
        var attributes = [
            ("label", "\(service.id)\n\(service.caption)"), ("fillcolor", ScopeColors.color(of: service.scope)),
            ("tooltip", service.summary),
        ]
        if service.scope == nil { attributes.append(("style", "rounded,filled,dashed")) }
        if let mark = service.marks.first { attributes += [("color", ScopeColors.color(of: mark)), ("penwidth", "2")] }
        return "    \(quoted(service.id)) [\(list(attributes))]"
    }

    private func edge(_ need: WiringGraph.Need) -> String {
        var attributes = [("tooltip", need.summary)]
        if need.kind != .ref { attributes.append(("label", need.kind.rawValue)) }
        switch need.kind {
        case .ref, .decorates: break
        case .optional, .alias: attributes.append(("style", "dashed"))
        case .later, .lazy, .provider, .built: attributes.append(("style", "dotted"))
        }
        if let mark = need.marks.first { attributes += [("color", ScopeColors.color(of: mark)), ("penwidth", "2")] }
        return "    \(quoted(need.from)) -> \(quoted(need.to)) [\(list(attributes))]"
    }

    private func list(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { "\($0.name)=\(quoted($0.value))" }.joined(separator: ", ")
    }

    private func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}
