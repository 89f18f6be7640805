import Moonwire

/// Creates the lists of folders that have no page of their own, from a partial of the script.
struct FolderLists {
    let content: Content
    let info: SiteInfo
    let pageLength: Int
    let makePage: ServiceProvider<SitePage>

    /// Innermost folders first, because the lists of the outer ones show them.
    func lists(of pages: [SitePage]) throws -> [SitePage] {
        var inside = Dictionary(grouping: pages) { SitePath.folder(of: $0.address) }
        var lists: [SitePage] = []
        for folder in content.folders.sorted(by: >) {
            let index = SitePath.join(folder, "index.html")
            var own = inside[folder] ?? []
            if !own.contains(where: { $0.address == index }) {
                let made = try list(folder, own)
                lists += made
                own += made.prefix(1)
            }
            if !folder.isEmpty, let entry = own.first(where: { $0.address == index }) {
                inside[SitePath.folder(of: folder), default: []].append(entry)
            }
        }
        return lists.sorted { $0.address < $1.address }
    }

    private func list(_ folder: String, _ entries: [SitePage]) throws -> [SitePage] {
        let length = max(pageLength, 1)
        let count = (entries.count + length - 1) / length
        let addresses = (1...max(count, 1)).map { number in
            SitePath.join(folder, number == 1 ? "index.html" : "index-\(number).html")
        }
        return try addresses.enumerated().map { number, address in
            try makePage(arguments: [
                "address": address, "title": title(folder), "pages": addresses,
                "entries": Array(entries.dropFirst(number * length).prefix(length)),
            ])
        }
    }

    private func title(_ folder: String) -> String {
        guard !folder.isEmpty else { return info.title }
        let name = SitePath.name(of: folder).replacing("-", with: " ")
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
