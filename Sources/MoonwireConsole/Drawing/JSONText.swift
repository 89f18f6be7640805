import Foundation

/// The wiring as JSON.
package struct JSONText {
    private let graph: WiringGraph

    package init(_ graph: WiringGraph) {
        self.graph = graph
    }

    /// The text for readers and tools, with one field per line.
    package var text: String {
        get throws { try encoded([.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]) }
    }

    /// The text for a page.
    var compact: String {
        get throws { try encoded([.sortedKeys, .withoutEscapingSlashes]) }
    }

    private func encoded(_ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return String(decoding: try encoder.encode(graph), as: UTF8.self)
    }
}
