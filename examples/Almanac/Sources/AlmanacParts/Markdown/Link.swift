/// A link or an image of a page.
struct Link: Sendable, Hashable {
    /// Where a link leads.
    enum Target: Sendable, Hashable {
        /// Into the web; nobody looks whether anything is there.
        case web(String)
        /// To a place of the site, and perhaps to a heading there.
        case place(String, fragment: String?)
        /// To a file of the folder that is not in the site, shown where the repository is.
        case repository(String)
        /// To a file of the folder that is neither in the site nor shown anywhere.
        case outside
        /// Nowhere; perhaps something with this path was meant.
        case nowhere(suggestion: String?)
    }

    /// As it is written.
    let url: String
    let line: Int
    let target: Target
}
