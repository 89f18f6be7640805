/// The formats of a graph.
enum GraphFormat: String, CaseIterable {
    case dot, svg, mermaid, json, html

    init(_ options: Options) {
        self = options.value("--format").flatMap(GraphFormat.init) ?? .dot
    }
}

/// Draws graphs in one format.
struct GraphDrawing {
    let format: GraphFormat
    /// The heading of a page.
    let title: String
    /// The folders to search for Graphviz.
    let path: String?

    /// Throws ``UsageError`` if the format requires Graphviz, and Graphviz is not installed.
    func text(of graph: WiringGraph) throws -> String {
        switch format {
        case .dot: DotText(graph).text
        case .svg: try svg(of: DotText(graph).text)
        case .mermaid: MermaidText(graph).text
        case .json: try JSONText(graph).text
        case .html: try HTMLPage(graph, title: title).text
        }
    }

    private func svg(of text: String) throws -> String {
        guard let graphviz = Graphviz(path: path) else { throw UsageError.noGraphviz }
        do {
            return try graphviz.svg(of: text)
        } catch let failure as Graphviz.Failure {
            throw UsageError.graphviz(failure.message)
        }
    }
}
