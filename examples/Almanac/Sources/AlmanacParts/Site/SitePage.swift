import Moonwire
import Synchronization

/// A page of the site, from which a template creates a document.
public final class SitePage: Sendable {
    /// The name of the template.
    let template: String
    public let address: String
    let title: String
    /// The source of the page; nil for the list of a folder's pages.
    let source: Page?
    let body: Body
    /// The entries of a list.
    let entries: [SitePage]
    /// The addresses of the list's pages, including this one.
    let pages: [String]
    /// The summary of a list.
    private let about: String
    private let time: Mutex<Duration>

    init(
        template: String, address: String, title: String, source: Page?, body: Body = Body(), entries: [SitePage] = [],
        pages: [String] = [], about: String = "", time: Duration = .zero
    ) {
        self.template = template
        self.address = address
        self.title = title
        self.source = source
        self.body = body
        self.entries = entries
        self.pages = pages
        self.about = about
        self.time = Mutex(time)
    }

    convenience init(_ page: Page, _ body: Body, time: Duration) {
        let stem = SitePath.name(of: page.path).split(separator: ".").first.map(String.init) ?? page.path
        self.init(
            template: page.head.fields["template"] ?? "page", address: page.address,
            title: page.head.fields["title"] ?? body.title ?? stem, source: page, body: body, time: time)
    }

    /// The date of the page; nil for an undated one.
    var date: String? { source?.date }

    /// The summary of the page, in a sentence or two.
    var summary: String {
        if let description = source?.head.fields["description"] { return description }
        let text = body.summary ?? about
        guard text.count > Self.summaryLength else { return text }
        let words = text.prefix(Self.summaryLength)
        return words[..<(words.lastIndex(of: " ") ?? words.endIndex)] + "…"
    }

    /// The order in lists: by the page's own order, newest first, then by path.
    func precedes(_ other: SitePage) -> Bool {
        let (one, two) = (source?.order ?? .max, other.source?.order ?? .max)
        if one != two { return one < two }
        if date != other.date { return date ?? "" > other.date ?? "" }
        return address < other.address
    }

    /// Adds to the time for building the page.
    func spend(_ duration: Duration) { time.withLock { $0 += duration } }

    /// The time for building the page.
    var milliseconds: Double { time.withLock { $0 } / .milliseconds(1) }

    /// The relative path from this page to another file of the site.
    func reference(to address: String) -> String { SitePath.relative(address, from: self.address).percentEncoded }

    private static let summaryLength = 160
}

extension SitePage: Exposed {
    public static let exposure = Exposure(SitePage.self, documentation: "A page of the site, as templates get it.") {
        Initializer(
            ExposedArgument("template", default: "list"), "address", "title",
            ExposedArgument("description", default: ""),
            "entries", "pages"
        ) { SitePage(template: $0, address: $1, title: $2, source: nil, entries: $4, pages: $5, about: $3) }
        .documented("The list of a folder's pages, on one of the addresses in `pages`.")
        Property("address", \.address).documented("Where the page lies in the site.")
        Property("title", \.title)
        Property("description", \.summary).documented("What the page is about.")
        Property("date", \.date).documented("The day of the page, 2026-01-31; nil when it is of none.")
        Property("draft", get: { $0.source?.isDraft ?? false })
        Property("banner", get: { $0.source?.banner ?? "" }).documented("What hooks want to be said above the page.")
        Property("path", get: { $0.source?.path }).documented("The page's file; nil for the list of a folder.")
        Property("fields", get: { $0.source?.head.fields ?? [:] }).documented("All that the page's head says.")
        Property("content", get: { Markup(raw: $0.body.html) }).documented("The text of the page.")
        Property("entries", \.entries).documented("The pages that a list shows.")
        Property("pages", \.pages).documented("The addresses of a list that goes on, this page among them.")
        Property("milliseconds", \.milliseconds).documented("How long it took to make the page.")
        Method("to", "address") { (page: SitePage, address: String) in page.reference(to: address) }
            .documented("The way from this page to another address of the site.")
    }
}
