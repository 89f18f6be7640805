import Moonwire

/// Inserts a list of a page's headings before the first of them; it requires anchors.
public final class TableOfContents: PageProcessor, Exposed {
    private let levels: Set<Int>
    private let fewest: Int
    private let title: String

    init(levels: [Int] = [2, 3], fewest: Int = 3, title: String = "Contents") {
        self.levels = Set(levels)
        self.fewest = fewest
        self.title = title
    }

    public func process(_ html: String, page: Page) -> String {
        let headings = Heading.all(in: html).filter { levels.contains($0.level) && $0.anchor != nil }
        guard headings.count >= fewest, let first = headings.first else { return html }
        let top = headings.map(\.level).min() ?? first.level
        let entries = headings.map { heading in
            "<li class=\"level-\(heading.level - top + 1)\"><a href=\"#\(heading.anchor ?? "")\">\(heading.text)</a></li>\n"
        }
        let list = """
            <nav class="toc" aria-label="\(HTMLText.escaped(title))">
            <strong>\(HTMLText.escaped(title))</strong>
            <ul>
            \(entries.joined())</ul>
            </nav>

            """
        return html[..<first.range.lowerBound] + list + html[first.range.lowerBound...]
    }
}
