import Foundation
import Moonwire

/// The words of all pages, as data that the theme's script searches.
///
/// A page that is opened as a file can only load scripts, so the JSON is in an assignment.
public final class SearchIndex: SiteExtra, Exposed {
    private struct Entry: Encodable {
        let title: String
        let address: String
        let text: String
    }

    private let path: String
    private let length: Int

    /// Creates an index in the file at `path`, with the first `length` characters of each page.
    init(path: String = "search.js", length: Int = 20_000) {
        self.path = path
        self.length = length
    }

    public func files(for edition: Edition) throws -> [SiteFile] {
        let entries = edition.pages.filter { $0.source != nil }.map {
            Entry(title: $0.title, address: $0.address.percentEncoded, text: String($0.body.text.prefix(length)))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(entries), as: UTF8.self)
        return [SiteFile(path: path, text: "var almanacSearch = \(json);\n")]
    }
}
