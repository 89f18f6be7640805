import Foundation
import Moonwire

/// Resolves the links of pages, from the source of a page to that of another, into links of the site.
public final class LinkResolver: Sendable, Exposed {
    private let repository: String

    /// - Parameter repository: The address of files that are not in the site; empty if there is none.
    init(repository: String = "") {
        self.repository = repository.hasSuffix("/") ? String(repository.dropLast()) : repository
    }

    func target(of url: String, on page: Page, in content: Content) -> Link.Target {
        if URLScheme(url).name != nil || url.hasPrefix("//") { return .web(url) }
        let (path, fragment) = Self.parts(of: url)
        if path.isEmpty { return .place(page.address, fragment: fragment) }
        let folder = path.hasPrefix("/") ? "" : SitePath.folder(of: page.path)
        guard let source = SitePath.resolve(path, from: folder) else { return .nowhere(suggestion: nil) }
        if let place = place(source, in: content) { return .place(place, fragment: fragment) }
        if FileManager.default.fileExists(atPath: SitePath.join(content.folder, source)) {
            if repository.isEmpty { return .outside }
            return .repository("\(repository)/\(source.percentEncoded)" + (fragment.map { "#" + $0 } ?? ""))
        }
        let near = Suggestions(among: content.pagesByPath.keys).nearest(to: source).first
        return .nowhere(suggestion: near.map { SitePath.relative($0, from: page.path) })
    }

    /// The link in the site; nil to keep it as written.
    func reference(to target: Link.Target, from page: Page) -> String? {
        switch target {
        case .web, .outside, .nowhere: return nil
        case .repository(let url): return url
        case .place(let place, let fragment):
            let path = place == page.address && fragment != nil ? "" : SitePath.relative(place, from: page.address)
            return path.percentEncoded + (fragment.map { "#" + $0 } ?? "")
        }
    }

    private func place(_ source: String, in content: Content) -> String? {
        if let page = content.pagesByPath[source] { return page.address }
        if content.places.contains(source) || content.indexes.contains(source) { return source }
        return content.folders.contains(source) ? SitePath.join(source, "index.html") : nil
    }

    private static func parts(of url: String) -> (path: String, fragment: String?) {
        let pieces = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = pieces[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let fragment = pieces.count > 1 && !pieces[1].isEmpty ? pieces[1] : nil
        return (path.removingPercentEncoding ?? String(path), fragment)
    }
}
