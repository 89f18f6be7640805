/// Creates the lists of folders that have no page of their own.
struct FolderLists {
    let content: Content
    let info: SiteInfo
    let pageLength: Int

    /// Innermost folders first, because the lists of the outer ones show them.
    func lists(of pages: [SitePage]) -> [SitePage] {
        var inside = Dictionary(grouping: pages) { SitePath.folder(of: $0.address) }
        var lists: [SitePage] = []
        for folder in content.folders.sorted(by: >) {
            let index = SitePath.join(folder, "index.html")
            var own = inside[folder] ?? []
            if !own.contains(where: { $0.address == index }) {
                let made = list(folder, own)
                lists += made
                own += made.prefix(1)
            }
            if !folder.isEmpty, let entry = own.first(where: { $0.address == index }) {
                inside[SitePath.folder(of: folder), default: []].append(entry)
            }
        }
        return lists.sorted { $0.address < $1.address }
    }

    private func list(_ folder: String, _ entries: [SitePage]) -> [SitePage] {
        let length = max(pageLength, 1)
        let count = (entries.count + length - 1) / length
        let addresses = (1...max(count, 1)).map { number in
            SitePath.join(folder, number == 1 ? "index.html" : "index-\(number).html")
        }
        return addresses.enumerated().map { number, address in
            SitePage(
                template: "list", address: address, title: title(folder), source: nil,
                entries: Array(entries.dropFirst(number * length).prefix(length)), pages: addresses)
        }
    }

    private func title(_ folder: String) -> String {
        guard !folder.isEmpty else { return info.title }
        let name = SitePath.name(of: folder).replacing("-", with: " ")
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
