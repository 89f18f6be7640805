import Foundation

/// The scheme of an address, as browsers parse it.
struct URLScheme {
    /// In lowercase; nil for a relative address.
    let name: String?

    init(_ url: String) {
        let head = url.utf8.prefix { !":/?#".utf8.contains($0) }
        guard head.endIndex != url.endIndex, url.utf8[head.endIndex] == UInt8(ascii: ":") else {
            name = nil
            return
        }
        // Browsers ignore leading control characters and spaces, and tabs and line breaks everywhere.
        let bare = head.drop { $0 <= 0x20 }.filter { !"\t\n\r".utf8.contains($0) }
        name = String(decoding: bare, as: UTF8.self).lowercased()
    }

    /// Whether a page may link to it: `javascript:` and similar ones are not allowed.
    var isHarmless: Bool { name.map { ["http", "https", "mailto", "tel"].contains($0) } ?? true }
}

extension String {
    /// A path as it is written in links.
    var percentEncoded: String {
        if utf8.allSatisfy({ Self.plain.contains($0) }) { return self }
        return addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self
    }

    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
}
