import Foundation

/// The part of an address before its colon, as browsers find it.
struct URLScheme {
    /// In lower case; nil for a relative address.
    let name: String?

    init(_ url: String) {
        let head = url.utf8.prefix { !":/?#".utf8.contains($0) }
        guard head.endIndex != url.endIndex, url.utf8[head.endIndex] == UInt8(ascii: ":") else {
            name = nil
            return
        }
        // Browsers pass over control characters and spaces in front, and over tabs and line breaks everywhere.
        let bare = head.drop { $0 <= 0x20 }.filter { !"\t\n\r".utf8.contains($0) }
        name = String(decoding: bare, as: UTF8.self).lowercased()
    }

    /// Whether a page may lead there: `javascript:` and its like may not.
    var isHarmless: Bool { name.map { ["http", "https", "mailto", "tel"].contains($0) } ?? true }
}

extension String {
    /// A path as links write it.
    var percentEncoded: String {
        if utf8.allSatisfy({ Self.plain.contains($0) }) { return self }
        return addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self
    }

    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
}
