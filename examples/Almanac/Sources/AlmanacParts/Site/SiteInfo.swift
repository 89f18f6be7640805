import Moonwire

/// The properties of a site.
public final class SiteInfo: Sendable, Exposed {
    let title: String
    let description: String
    let author: String
    let language: String
    /// The address of the site, without a trailing slash.
    let address: String

    init(title: String, description: String = "", author: String = "", language: String = "en", address: String) {
        self.title = title
        self.description = description
        self.author = author
        self.language = language
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}
