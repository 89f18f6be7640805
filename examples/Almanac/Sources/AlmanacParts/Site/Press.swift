import Moonwire
import Synchronization

/// Makes a site from what a folder holds.
///
/// It remembers what became of each text. The container keeps it over a reload only when nothing that it works with has
/// changed, so what it remembers is never out of date.
public final class Press: Sendable, Exposed {
    private struct Memory {
        let text: String
        let places: Set<String>
        let body: Body
    }

    private let info: SiteInfo
    private let markdown: Markdown
    private let processors: [any PageProcessor]
    private let templates: Templates
    private let checker: LinkChecker
    private let extras: [any SiteExtra]
    private let log: BuildLog
    private let memories = Mutex<[String: Memory]>([:])

    init(
        info: SiteInfo, markdown: Markdown, processors: [any PageProcessor], templates: Templates,
        checker: LinkChecker, extras: [any SiteExtra], log: BuildLog
    ) {
        self.info = info
        self.markdown = markdown
        self.processors = processors
        self.templates = templates
        self.checker = checker
        self.extras = extras
        self.log = log
    }

    public static let exposure = Exposure(Press.self) {
        Initializer("info", "markdown", "processors", "templates", "checker", "extras", "log") {
            Press(
                info: $0, markdown: $1, processors: $2, templates: $3, checker: $4, extras: $5, log: $6)
        }
        Method("site", Press.site, "content", "reading")
    }

    /// Throws ``Problems`` with everything that went wrong on the pages.
    func site(_ content: Content, _ reading: Reading) throws -> Site {
        let written = try written(content)
        let edition = Edition(
            info: info, content: content, theme: reading.theme, pageLength: reading.pageLength, written: written)
        let documents = try documents(edition)
        let others = try extras.flatMap { try $0.files(for: edition) }
        let files = documents + others
        try Self.checkPlaces(of: files)
        let deadLinks = checker.deadLinks(of: edition)
        for link in deadLinks { log.warn(link.description) }
        return Site(files: files, pages: edition.pages, deadLinks: deadLinks)
    }

    private func written(_ content: Content) throws -> [SitePage] {
        log.begin("rendering", content.pages.count)
        let results = concurrentMap(content.pages) { page in
            Result { [self] in
                defer { log.advance() }
                let start = ContinuousClock.now
                let body = try body(of: page, in: content)
                return SitePage(page, body, time: ContinuousClock.now - start)
            }
        }
        try results.map { $0.map { _ in () } }.check()
        let pages = try results.map { try $0.get() }
        memories.withLock { memories in
            let kept = zip(content.pages, pages).map { page, sitePage in
                (page.path, Memory(text: page.text, places: content.places, body: sitePage.body))
            }
            memories = Dictionary(kept, uniquingKeysWith: { first, _ in first })
        }
        return pages
    }

    private func body(of page: Page, in content: Content) throws -> Body {
        if let memory = memories.withLock({ $0[page.path] }), memory.text == page.text,
            memory.places == content.places
        {
            return memory.body
        }
        var body = markdown.render(page, in: content)
        for processor in processors { body.html = try processor.process(body.html, page: page) }
        body.anchors = Set(Heading.all(in: body.html).compactMap(\.anchor))
        return body
    }

    private func documents(_ edition: Edition) throws -> [SiteFile] {
        log.begin("printing", edition.pages.count)
        let results = concurrentMap(edition.pages) { page in
            Result { [self] in
                defer { log.advance() }
                let start = ContinuousClock.now
                let text = try templates.document(page, of: edition)
                page.spend(ContinuousClock.now - start)
                return SiteFile(path: page.address, text: text)
            }
        }
        try results.map { $0.map { _ in () } }.check()
        return try results.map { try $0.get() }
    }

    private static func checkPlaces(of files: [SiteFile]) throws {
        var taken: Set<String> = []
        let twice = files.filter { !taken.insert($0.path).inserted }
        guard twice.isEmpty else { throw Problems(twice.map { .sameFile($0.path) }) }
    }
}
