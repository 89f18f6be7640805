import CMark
import Moonwire

/// Renders the Markdown of a page to HTML, and its links to those of the site.
public final class Markdown: Sendable, Exposed {
    private let links: LinkResolver
    private let letsHTMLThrough: Bool

    init(links: LinkResolver, html: Bool = false) {
        self.links = links
        letsHTMLThrough = html
    }

    func render(_ page: Page, in content: Content) -> Body {
        var rendering = Rendering(page: page, content: content, links: links, letsHTMLThrough: letsHTMLThrough)
        return rendering.run()
    }
}

/// The rendering of one page.
private struct Rendering {
    let page: Page
    let content: Content
    let links: LinkResolver
    let letsHTMLThrough: Bool
    private var body = Body()

    init(page: Page, content: Content, links: LinkResolver, letsHTMLThrough: Bool) {
        self.page = page
        self.content = content
        self.links = links
        self.letsHTMLThrough = letsHTMLThrough
    }

    mutating func run() -> Body {
        guard let tree = MarkdownTree(String(page.head.body)) else { return body }
        replaceTables(in: tree)
        resolveLinks(in: tree, firstLine: page.head.bodyLine)
        collectTexts(of: tree)
        body.html = tree.html(lettingHTMLThrough: letsHTMLThrough)
        return body
    }

    private mutating func resolveLinks(in tree: borrowing MarkdownTree, firstLine: Int) {
        var nodes: [OpaquePointer] = []
        tree.visit { node, type in if type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE { nodes.append(node) } }
        for node in nodes {
            let url = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
            let target = links.target(of: url, on: page, in: content)
            body.links.append(
                Link(url: url, line: firstLine + Int(cmark_node_get_start_line(node)) - 1, target: target))
            if let reference = links.reference(to: target, from: page) { cmark_node_set_url(node, reference) }
        }
    }

    private mutating func collectTexts(of tree: borrowing MarkdownTree) {
        var text = ""
        var title: String?
        var summary: String?
        tree.visit { node, type in
            switch type {
            case CMARK_NODE_TEXT, CMARK_NODE_CODE: text += node.markdownLiteral
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: text += " "
            case CMARK_NODE_HEADING, CMARK_NODE_PARAGRAPH:
                body.text += text
                text = ""
            default: break
            }
        } left: { type in
            guard type == CMARK_NODE_HEADING || type == CMARK_NODE_PARAGRAPH else { return }
            if type == CMARK_NODE_HEADING, title == nil { title = text }
            if type == CMARK_NODE_PARAGRAPH, summary?.count ?? 0 < Body.shortSummary, !text.isEmpty {
                summary = summary.map { text.count < Body.shortSummary ? $0 : text } ?? text
            }
            text += " "
        }
        body.text += text
        body.title = title
        body.summary = summary
    }

    /// Replaces each paragraph that is a table.
    private mutating func replaceTables(in tree: borrowing MarkdownTree) {
        guard page.head.body.utf8.contains(UInt8(ascii: "|")) else { return }
        var paragraphs: [OpaquePointer] = []
        tree.visit { node, type in if type == CMARK_NODE_PARAGRAPH { paragraphs.append(node) } }
        let lines = page.head.body.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for paragraph in paragraphs {
            let (first, last) = (cmark_node_get_start_line(paragraph), cmark_node_get_end_line(paragraph))
            guard first >= 1, first < last, Int(last) <= lines.count else { continue }
            let indent = Int(cmark_node_get_start_column(paragraph)) - 1
            let own = lines[Int(first) - 1...Int(last) - 1].map { Substring($0.dropFirst(indent)) }
            guard let table = MarkdownTable(own, firstLine: page.head.bodyLine + Int(first) - 1),
                let block = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK)
            else { continue }
            cmark_node_set_on_enter(block, table.html { inline($0, line: $1) })
            cmark_node_replace(paragraph, block)
            cmark_node_free(paragraph)
        }
    }

    /// The HTML of a cell's text.
    ///
    /// The prefix prevents its interpretation as a list or a heading.
    private mutating func inline(_ text: String, line: Int) -> String {
        let guardian = "\u{E000} "
        body.text += text + " "
        if Self.isPlain(text) { return text }
        guard let tree = MarkdownTree(guardian + text) else { return "" }
        resolveLinks(in: tree, firstLine: line)
        let html = tree.html(lettingHTMLThrough: letsHTMLThrough).trimmed
        return html.hasPrefix("<p>\(guardian)") ? String(html.dropFirst(3 + guardian.count).dropLast(4)) : String(html)
    }

    /// Whether the text of a cell is the same in HTML; most are, and need no parsing.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }
}
