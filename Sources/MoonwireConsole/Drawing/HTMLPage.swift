/// The graph as one page for browsers that requires no other files.
package struct HTMLPage {
    private let graph: WiringGraph
    private let title: String

    package init(_ graph: WiringGraph, title: String) {
        self.graph = graph
        self.title = title
    }

    package var text: String {
        get throws {
            let pieces = [
                "title": Self.escaped(title),
                "style": Self.text(PackageResources.page_css),
                "script": Self.scripts.map(Self.text).joined(separator: "\n"),
                // Otherwise a string of the graph could end the element that contains it.
                "wiring": try JSONText(graph).compact.replacing("<", with: "\\u003c"),
            ]
            return Template(Self.text(PackageResources.page_html)).filled(with: pieces)
        }
    }

    /// The scripts of the page, in the order in which they depend on each other.
    private static var scripts: [[UInt8]] {
        [
            PackageResources.wiring_js, PackageResources.layers_js, PackageResources.groups_js,
            PackageResources.picture_js, PackageResources.gestures_js, PackageResources.details_js,
            PackageResources.page_js,
        ]
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
