import Moonwire

/// The navigation of a site: a group of links for each folder, complete for those that lead to the page.
struct Navigation {
    private struct Group {
        let folder: String
        let title: String
        let pages: [SitePage]
    }

    private let groups: [Group]
    private let length: Int

    /// Creates the navigation; it shows at most `length` pages of a folder.
    init(pages: [SitePage], info: SiteInfo, length: Int) {
        self.length = length
        let firsts = pages.filter { !$0.pages.dropFirst().contains($0.address) }
        groups = Dictionary(grouping: firsts) { SitePath.folder(of: $0.address) }
            .sorted { $0.key < $1.key }
            .map { folder, pages in
                let index = pages.first { SitePath.name(of: $0.address) == "index.html" }
                let title = folder.isEmpty ? info.title : index?.title ?? folder
                return Group(folder: folder, title: title, pages: pages.filter { $0 !== index })
            }
    }

    /// A table for each group: `title`, `link`, `current`, and `entries` with the same three.
    func groups(around page: SitePage) -> PlainValue {
        let open = Set(SitePath.ancestors(of: page.address))
        let isSmall = groups.reduce(0) { $0 + $1.pages.count } <= length * 2
        return .list(
            groups.compactMap { group in
                let isOpen = isSmall || open.contains(group.folder)
                guard isOpen || open.contains(SitePath.folder(of: group.folder)) else { return nil }
                let entries = (isOpen ? group.pages.prefix(length) : []).map { fields($0.title, $0.address, page) }
                var table = fields(group.title, SitePath.join(group.folder, "index.html"), page)
                table["entries"] = .list(entries.map(PlainValue.map))
                return .map(table)
            })
    }

    private func fields(_ title: String, _ address: String, _ page: SitePage) -> [String: PlainValue] {
        [
            "title": .text(title), "link": .text(page.reference(to: address)),
            "current": .boolean(address == page.address),
        ]
    }
}
