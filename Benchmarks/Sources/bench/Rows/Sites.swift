import AlmanacParts
import Foundation
import Moonwire
import SystemCMark

/// Almanac builds a site of 2,000 pages into an empty folder, compared to libcmark that only reads, renders, and writes the same
/// files.
func siteRows() throws -> [Row] {
    let site = try GeneratedSite(pages: 2_000)
    return [
        Row("a site of 2,000 pages, beside cmark alone") { operations in
            for _ in 0..<operations { try site.build() }
        } baseline: { operations in
            for _ in 0..<operations { try site.render() }
        }
    ]
}

private struct GeneratedSite {
    struct Failure: Error {}

    private let pages: URL
    private let site: URL

    init(pages count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-bench-site")
        pages = folder.appending(path: "pages")
        site = folder.appending(path: "site")
        try? FileManager.default.removeItem(at: folder)
        try GeneratedPages(count: count).write(to: pages.path)
    }

    func build() throws {
        try? FileManager.default.removeItem(at: site)
        let container = try Almanac.container(for: Job(folder: pages.path, output: site.path))
        guard try container.resolve(.publication).pageCount >= 2_000 else { throw Failure() }
    }

    func render() throws {
        try? FileManager.default.removeItem(at: site)
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: pages.path) {
            let text = try Data(contentsOf: pages.appending(path: name))
            let html = text.withUnsafeBytes { bytes in
                cmark_markdown_to_html(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, CMARK_OPT_DEFAULT)
            }
            guard let html else { throw Failure() }
            defer { free(html) }
            try Data(bytesNoCopy: html, count: strlen(html), deallocator: .none).write(
                to: site.appending(path: name + ".html"))
        }
    }
}
