/// The wiring as one page that a browser shows without anything else.
package struct HtmlPage {
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
                // Otherwise a text of the wiring could end the element in which the wiring lies.
                "wiring": try JSONText(graph).compact.replacing("<", with: "\\u003c"),
            ]
            return Template(Self.text(PackageResources.page_html)).filled(with: pieces)
        }
    }

    /// In the order in which they use each other; all of them are one script on the page.
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
