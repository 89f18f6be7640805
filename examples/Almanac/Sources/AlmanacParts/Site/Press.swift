import Moonwire
import Synchronization

/// Builds a site from the contents of a folder.
///
/// It caches the rendering of each text. The container keeps it during a reload only if nothing that it depends on has changed, so
/// the cache is never out of date.
///
/// - Exposes: site
public final class Press: Sendable, Exposed {
    private struct Memory {
        /// The possible targets of links.
        var places: Set<String> = []
        /// By path: a page's text, and its rendering.
        var bodies: [String: (text: String, body: Body)] = [:]
    }

    private let info: SiteInfo
    private let markdown: Markdown
    private let processors: [any PageProcessor]
    private let templates: Templates
    private let checker: LinkChecker
    private let extras: [any SiteExtra]
    private let lists: ServiceProvider<SitePage>
    private let log: BuildLog
    private let memory = Mutex(Memory())

    init(
        info: SiteInfo, markdown: Markdown, processors: [any PageProcessor], templates: Templates,
        checker: LinkChecker, extras: [any SiteExtra], lists: ServiceProvider<SitePage>, log: BuildLog
    ) {
        self.info = info
        self.markdown = markdown
        self.processors = processors
        self.templates = templates
        self.checker = checker
        self.extras = extras
        self.lists = lists
        self.log = log
    }

    /// Throws ``Problems`` with all problems of the pages.
    func site(_ content: Content, _ reading: Reading) throws -> Site {
        let written = try written(content)
        let edition = try Edition(
            info: info, content: content, theme: reading.theme, pageLength: reading.pageLength, written: written,
            lists: lists)
        let documents = try documents(edition)
        let others = try extras.flatMap { try $0.files(for: edition) }
        let files = documents + others
        try Self.checkPlaces(of: files)
        let deadLinks = checker.deadLinks(of: edition)
        for link in deadLinks { log.warn(link.description) }
        return Site(files: files, pages: edition.pages, deadLinks: deadLinks)
    }

    private func written(_ content: Content) throws -> [SitePage] {
        let known = memory.withLock { $0.places == content.places ? $0.bodies : [:] }
        log.begin("rendering", content.pages.count)
        let pages = try concurrentMap(content.pages) { page in
            Result { [self] in
                defer { log.advance() }
                let start = ContinuousClock.now
                let former = known[page.path].flatMap { $0.text == page.text ? $0.body : nil }
                let body = try former ?? body(of: page, in: content)
                return SitePage(page, body, time: ContinuousClock.now - start)
            }
        }.values()
        let bodies = zip(content.pages, pages).map { ($0.path, (text: $0.text, body: $1.body)) }
        memory.withLock {
            $0 = Memory(places: content.places, bodies: Dictionary(bodies, uniquingKeysWith: { first, _ in first }))
        }
        return pages
    }

    private func body(of page: Page, in content: Content) throws -> Body {
        var body = markdown.render(page, in: content)
        for processor in processors { body.html = try processor.process(body.html, page: page) }
        body.anchors = Set(Heading.all(in: body.html).compactMap(\.anchor))
        return body
    }

    private func documents(_ edition: Edition) throws -> [SiteFile] {
        log.begin("printing", edition.pages.count)
        return try concurrentMap(edition.pages) { page in
            Result { [self] in
                defer { log.advance() }
                let start = ContinuousClock.now
                let text = try templates.document(page, of: edition)
                page.spend(ContinuousClock.now - start)
                return SiteFile(path: page.address, text: text)
            }
        }.values()
    }

    private static func checkPlaces(of files: [SiteFile]) throws {
        var taken: Set<String> = []
        let twice = files.filter { !taken.insert($0.path).inserted }
        let outside = files.filter { !SitePath.isInside($0.path) }
        guard twice.isEmpty, outside.isEmpty else {
            throw Problems(twice.map { .sameFile($0.path) } + outside.map { .fileOutside($0.path) })
        }
    }
}
