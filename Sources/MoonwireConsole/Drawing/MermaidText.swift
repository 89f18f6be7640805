/// The wiring as a Mermaid flowchart.
package struct MermaidText {
    private let graph: WiringGraph
    private let names: [String: String]

    package init(_ graph: WiringGraph) {
        self.graph = graph
        names = Dictionary(graph.services.enumerated().map { ($1.id, "s\($0)") }) { first, _ in first }
    }

    package var text: String {
        let parts = ["flowchart LR"] + graph.services.map(node) + graph.needs.compactMap(edge) + classes + marked
        return parts.joined(separator: "\n")
    }

    private func node(_ service: WiringGraph.Service) -> String {
        let label = "\"\(escaped(service.id))<br/><small>\(escaped(service.caption))</small>\""
        return "    \(name(service.id))(\(label)):::\(Self.style(of: service.scope))"
    }

    private func edge(_ need: WiringGraph.Need) -> String? {
        let arrow = need.kind == .ref || need.kind == .decorates ? "-->" : "-.->"
        let label = need.kind == .ref ? "" : "|\(need.kind.rawValue)|"
        return "    \(name(need.from)) \(arrow)\(label) \(name(need.to))"
    }

    private var classes: [String] {
        var seen: Set<String> = []
        return graph.services.map(\.scope).filter { seen.insert(Self.style(of: $0)).inserted }.map { scope in
            "    classDef \(Self.style(of: scope)) fill:\(ScopeColors.color(of: scope)),stroke:#8a8f98,color:#111827"
        }
    }

    private var marked: [String] {
        let services = graph.services.compactMap { service in
            service.marks.first.map {
                "    style \(name(service.id)) stroke:\(ScopeColors.color(of: $0)),stroke-width:3px"
            }
        }
        let needs = graph.needs.enumerated().compactMap { number, need in
            need.marks.first.map { "    linkStyle \(number) stroke:\(ScopeColors.color(of: $0)),stroke-width:2px" }
        }
        return services + needs
    }

    private func name(_ id: String) -> String { names[id] ?? id }

    /// The name of a class: letters only, and not a keyword of Mermaid such as `graph`.
    private static func style(of scope: String?) -> String {
        "scope_" + (scope ?? "none").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
    }

    /// Replaces characters that Mermaid only accepts as entities in quotes.
    private func escaped(_ text: String) -> String {
        text.replacing("#", with: "#35;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;")
            .replacing(">", with: "#gt;").replacing("&", with: "#amp;")
    }
}
