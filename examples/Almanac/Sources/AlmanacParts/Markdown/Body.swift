/// What a page's text became, before anything stands around it.
struct Body: Sendable {
    var html = ""
    /// The first heading.
    var title: String?
    /// The first paragraph that is long enough to say something, or else the first.
    var summary: String?
    /// All words, for the search.
    var text = ""
    var links: [Link] = []
    /// What links may lead to in the page.
    var anchors: Set<String> = []

    /// A paragraph with fewer letters says little about its page.
    static let shortSummary = 40
}
