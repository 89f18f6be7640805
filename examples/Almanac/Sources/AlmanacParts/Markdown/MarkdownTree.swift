import CMark

/// A parsed text; it owns the nodes of the C library.
struct MarkdownTree: ~Copyable {
    let root: OpaquePointer

    /// Nil if there is no memory for it.
    init?(_ text: String) {
        var text = text + "\n"
        let parsed = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { letters in
                letters.baseAddress.flatMap { cmark_parse_document($0, letters.count, 0) }
            }
        }
        guard let parsed else { return nil }
        root = parsed
    }

    deinit { cmark_node_free(root) }

    /// The page's HTML; HTML in the text is kept only if it is allowed.
    func html(lettingHTMLThrough: Bool) -> String {
        guard let text = cmark_render_html(root, lettingHTMLThrough ? CMARK_OPT_UNSAFE : 0) else { return "" }
        defer { cmark_get_default_mem_allocator().pointee.free(text) }
        return String(cString: text)
    }

    /// Visits all nodes, parents first; nodes may be changed afterward.
    func visit(_ body: (OpaquePointer, cmark_node_type) -> Void, left: (cmark_node_type) -> Void = { _ in }) {
        guard let iterator = cmark_iter_new(root) else { return }
        defer { cmark_iter_free(iterator) }
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
            let type = cmark_node_get_type(node)
            if event == CMARK_EVENT_ENTER { body(node, type) } else { left(type) }
        }
    }
}

extension OpaquePointer {
    /// The text of a node.
    var markdownLiteral: String { cmark_node_get_literal(self).map { String(cString: $0) } ?? "" }
}
