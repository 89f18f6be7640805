import Foundation

/// The part of an address before its colon, as browsers find it.
struct URLScheme {
    /// In lower case; nil for a relative address.
    let name: String?

    init(_ url: String) {
        // Browsers pass over control characters and spaces in front, and over tabs and line breaks everywhere.
        let bare = url.unicodeScalars.drop { $0.value <= 0x20 }.filter { !"\t\n\r".unicodeScalars.contains($0) }
        guard let colon = bare.firstIndex(of: ":"), bare[..<colon].allSatisfy({ !"/?#".unicodeScalars.contains($0) })
        else {
            name = nil
            return
        }
        name = String(String.UnicodeScalarView(bare[..<colon])).lowercased()
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
