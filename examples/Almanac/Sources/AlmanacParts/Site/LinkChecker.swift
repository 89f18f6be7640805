import Moonwire

/// Finds broken links: to pages, files, and headings that do not exist.
public final class LinkChecker: Sendable, Exposed {
    private let checksHeadings: Bool

    init(headings: Bool = true) {
        checksHeadings = headings
    }

    func deadLinks(of edition: Edition) -> [Problem] {
        let anchors = Dictionary(edition.pages.map { ($0.address, $0.body.anchors) }, uniquingKeysWith: { $1 })
        return edition.pages.sorted { $0.address < $1.address }.flatMap { page in
            page.body.links.sorted { $0.line < $1.line }.compactMap { link in
                guard let source = page.source else { return nil }
                switch link.target {
                case .web, .repository: return nil
                case .outside: return .linkToOutside(link, on: source.file)
                case .nowhere(let suggestion): return .deadLink(link, on: source.file, suggestion)
                case .place(let place, let fragment):
                    guard checksHeadings, let fragment, let known = anchors[place], !known.contains(fragment) else {
                        return nil
                    }
                    return .deadFragment(link, fragment, on: source.file, among: known)
                }
            }
        }
    }
}
