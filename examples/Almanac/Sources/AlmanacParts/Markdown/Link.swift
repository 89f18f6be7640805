/// A link or an image of a page.
struct Link: Sendable, Hashable {
    /// The target of a link.
    enum Target: Sendable, Hashable {
        /// An address on the web, which is not checked.
        case web(String)
        /// A file of the site, and possibly a heading in it.
        case place(String, fragment: String?)
        /// A file of the folder that is not in the site but in the repository.
        case repository(String)
        /// A file of the folder that is neither in the site nor in the repository.
        case outside
        /// No file; possibly a file with this path was meant.
        case nowhere(suggestion: String?)
    }

    /// As it is written.
    let url: String
    let line: Int
    let target: Target
}
