import Moonwire

/// A list of all pages for search engines.
public final class Sitemap: SiteExtra, Exposed {

    public func files(for edition: Edition) -> [SiteFile] {
        let entries = edition.pages.map { page in
            let day = page.date.map { "<lastmod>\($0)</lastmod>" } ?? ""
            let address = HTMLText.escaped("\(edition.info.address)/\(page.address.percentEncoded)")
            return "<url><loc>\(address)</loc>\(day)</url>\n"
        }
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
            \(entries.joined())</urlset>

            """
        return [SiteFile(path: "sitemap.xml", text: text)]
    }
}
