import Foundation
import MoonwireCore

/// `graph FILE…`: draws the dependencies between services.
package struct GraphCommand: Command {
    package let name = "graph"
    package let summary = "draw the graph of services"
    private let wiring: Console.Wiring
    private let path: String?

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.init(wiring, path: ProcessInfo.processInfo.environment["PATH"])
    }

    /// Creates the command; `path` contains the folders to search for Graphviz, separated by colons.
    package init(_ wiring: Console.Wiring = Console.Wiring(), path: String?) {
        self.wiring = wiring
        self.path = path
    }

    package var details: String {
        """
        Draws services and their dependencies, and marks cycles, ids that are not defined, and shared services that hold
        services of scope transient or graph: as a page for browsers (html) with search, zoom, and neighborhoods, as
        source for Graphviz (dot) or Mermaid, as an image made by Graphviz (svg), or as data (json).
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        [
            Option(
                "--format", .choice(formats.map(\.rawValue)),
                help: "the output format; dot by default")
        ] + (wiring.isAttached ? [] : [Destination.option]) + [
            Option("--focus", .id, help: "draw only services near this one"),
            Option("--depth", ValueHint("STEPS"), help: "the distance from that service; 1 by default"),
            Option(
                "--scope", .scope, isRepeatable: true,
                help: "draw only services of this scope; may be repeated"),
        ] + wiring.options() + [.help]
    }
    package var example: String? { wiring.example("--format html --output wiring.html") }

    /// A call of another process must not start a program.
    private var formats: [GraphFormat] { GraphFormat.allCases.filter { $0 != .svg || !wiring.isAttached } }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            let destination = try Destination(options, invocation.output)
            let drawing = GraphDrawing(format: GraphFormat(options), title: title(options, invocation), path: path)
            return try wiring.tell(options.operands, options, invocation.output) { inspection in
                let graph = try selected(WiringGraph(inspection), options)
                try destination.write(try drawing.text(of: graph))
            }
        }
    }

    private func title(_ options: Options, _ invocation: Invocation) -> String {
        let files = wiring.shownFiles(options.operands)
        return files.isEmpty ? invocation.program : files.joined(separator: ", ")
    }

    private func selected(_ graph: WiringGraph, _ options: Options) throws -> WiringGraph {
        var graph = graph
        let scopes = options.values("--scope")
        let known = Set(graph.services.compactMap(\.scope))
        if let unknown = scopes.first(where: { !known.contains($0) }) {
            throw UsageError.nothing("service", with: "scope", unknown, known: known.sorted())
        }
        if let id = options.value("--focus") {
            let ids = graph.services.map(\.id)
            guard ids.contains(id) else { throw UsageError.unknownService(id, known: ids) }
            graph = graph.around(id, depth: try depth(options))
        } else if options.has("--depth") {
            throw UsageError.depthWithoutFocus
        }
        return scopes.isEmpty ? graph : graph.inScopes(Set(scopes))
    }

    private func depth(_ options: Options) throws -> Int {
        guard let text = options.value("--depth") else { return 1 }
        guard let depth = Int(text), depth > 0 else { throw UsageError.wrongDepth(text) }
        return depth
    }
}
