import Moonwire

/// The properties of a site.
public final class SiteInfo: Sendable, Exposed {
    let title: String
    let description: String
    let author: String
    let language: String
    /// The address of the site, without a trailing slash.
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
            "title", ExposedArgument("description", default: ""), ExposedArgument("author", default: ""),
            ExposedArgument("language", default: "en"), "address"
        ) { SiteInfo(title: $0, description: $1, author: $2, language: $3, address: $4) }
    }
}
