/// The rendered text of a page, without a template.
struct Body: Sendable {
    var html = ""
    /// The first heading.
    var title: String?
    /// The first paragraph that is long enough, or else the first.
    var summary: String?
    /// All words, for the search.
    var text = ""
    var links: [Link] = []
    /// The targets of links in the page.
    var anchors: Set<String> = []

    /// A paragraph with fewer characters contains little about its page.
    static let shortSummary = 40
}
