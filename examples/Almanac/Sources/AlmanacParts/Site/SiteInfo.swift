import Moonwire

/// What a site says about itself.
public final class SiteInfo: Sendable, Exposed {
    let title: String
    let description: String
    let author: String
    let language: String
    /// Where the site will be, without a slash at the end.
    let address: String

    init(title: String, description: String, author: String, language: String, address: String) {
        self.title = title
        self.description = description
        self.author = author
        self.language = language
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    public static let exposure = Exposure(SiteInfo.self) {
        Initializer(
            "title", Argument("description", default: ""), Argument("author", default: ""),
            Argument("language", default: "en"), "address"
        ) { SiteInfo(title: $0, description: $1, author: $2, language: $3, address: $4) }
    }
}
