import AlmanacParts
import Foundation
import Moonwire
import Testing

/// The files beside the pages, and the navigation.
@Suite struct SiteTests {
    private static let posts = [
        "index.md": "# Home",
        "posts/first.md": "---\ndate: 2026-01-02\n---\n# First & best\n\nIt *begins*.",
        "posts/second.md": "---\ndate: 2026-02-03\norder: 1\n---\n# Second",
        "posts/picture.png": "not really", "posts/notes.xyz": "not for the site",
    ]

    @Test func feedHasWhatIsOfADay() throws {
        let fixture = try Fixture(Self.posts)
        try fixture.build("parameters { site = { title = 'A < B', author = 'Ann', address = 'https://a.org/b/' } }")
        #expect(
            fixture.site("feed.xml") == """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom">
                <title>A &lt; B</title>
                <subtitle></subtitle>
                <id>https://a.org/b/</id>
                <link href="https://a.org/b/"/>
                <link rel="self" href="https://a.org/b/feed.xml"/>
                <updated>2026-02-03T00:00:00Z</updated>
                <author><name>Ann</name></author>
                <entry>
                <title>Second</title>
                <id>https://a.org/b/posts/second.html</id>
                <link href="https://a.org/b/posts/second.html"/>
                <updated>2026-02-03T00:00:00Z</updated>
                <summary></summary>
                </entry>
                <entry>
                <title>First &amp; best</title>
                <id>https://a.org/b/posts/first.html</id>
                <link href="https://a.org/b/posts/first.html"/>
                <updated>2026-01-02T00:00:00Z</updated>
                <summary>It begins.</summary>
                </entry>
                </feed>

                """)
        #expect(fixture.site("index.html")?.contains("href=\"feed.xml\"") == true)
    }

    @Test func withoutDaysThereIsNoFeed() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.build()
        #expect(fixture.site("feed.xml") == nil)
        #expect(fixture.site("index.html")?.contains("feed.xml") == false)
    }

    @Test func sitemapHasAllPages() throws {
        let fixture = try Fixture(Self.posts)
        try fixture.build()
        let map = try #require(fixture.site("sitemap.xml"))
        #expect(map.contains("<url><loc>https://example.org/posts/first.html</loc><lastmod>2026-01-02</lastmod></url>"))
        #expect(map.contains("<url><loc>https://example.org/posts/index.html</loc></url>"))
        #expect(fixture.site("robots.txt") == "User-agent: *\nSitemap: https://example.org/sitemap.xml\n")
    }

    @Test func searchKnowsTheWords() throws {
        let fixture = try Fixture(["index.md": "# Home\n\nSome \"</ script>\" *words*\n\n| a |\n|---|\n| cell |\n"])
        try fixture.build()
        let text = try #require(fixture.site("search.js"))
        let json = text.dropFirst("var almanacSearch = ".count).dropLast(2)
        let entries = try JSONDecoder().decode([[String: String]].self, from: Data(json.utf8))
        let words = "Home Some \"</ script>\" words a cell"
        #expect(entries.count == 1)
        #expect(entries[0]["address"] == "index.html")
        #expect(Set(entries[0]["text"]?.split(separator: " ") ?? []) == Set(words.split(separator: " ")))
    }

    @Test func filesBesideThePagesAreCopied() throws {
        let fixture = try Fixture(Self.posts)
        try fixture.build()
        #expect(fixture.site("posts/picture.png") == "not really")
        #expect(fixture.site("posts/notes.xyz") == nil)
        #expect(fixture.site("theme/style.css")?.contains("prefers-color-scheme") == true)
    }

    @Test func folderWithoutAPageIsListed() throws {
        let fixture = try Fixture(Self.posts)
        try fixture.build()
        let list = try #require(fixture.site("posts/index.html"))
        let first = try #require(list.range(of: "<li><a href=\"first.html\">First &amp; best</a>"))
        let second = try #require(list.range(of: "<li><a href=\"second.html\">Second</a>"))
        #expect(second.lowerBound < first.lowerBound)
    }

    @Test func longListsGoOn() throws {
        let pages = (1...5).map { ("notes/\($0).md", "# Note \($0)") }
        let fixture = try Fixture(Dictionary(uniqueKeysWithValues: pages))
        try fixture.build("preferences \"Reading\" { theme = { default = 'dark' }, pageLength = { default = 2 } }")
        #expect(fixture.site("notes/index.html")?.contains("Note 3") == false)
        #expect(fixture.site("notes/index-2.html")?.contains("<a href=\"3.html\">Note 3</a>") == true)
        #expect(
            fixture.site("notes/index-3.html")?.contains("<a aria-current=\"page\" href=\"index-3.html\">3</a>") == true
        )
        #expect(fixture.site("index.html")?.contains("<a href=\"notes/index.html\">Notes</a>") == true)
        #expect(fixture.site("index.html")?.contains("data-theme=\"dark\"") == true)
    }

    @Test func aScriptChangesTheListsOfFolders() throws {
        let fixture = try Fixture(["notes/one.md": "# Note 1"])
        try fixture.build()
        #expect(fixture.site("index.html")?.contains("<p>Everything about them.</p>") == false)
        try fixture.build(#"extend "partial.FolderList" { args = { description = "Everything about them." } }"#)
        #expect(fixture.site("index.html")?.contains("<p>Everything about them.</p>") == true)
        let text = #"<meta content="Everything about them." name="description">"#
        #expect(fixture.site("notes/index.html")?.contains(text) == true)
    }

    @Test func theSampleIsASite() throws {
        let home = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
        let fixture = try Fixture()
        var job = Job(folder: home + "/sample", output: fixture.output)
        job.scripts.append(home + "/sample/site.lua")
        #expect(try Almanac.container(for: job).resolve(.publication).pageCount == 5)
        #expect(fixture.site("journal/index.html")?.contains("A storm") == true)
        #expect(fixture.site("journal/first-night.html")?.contains("🌫") == true)
        #expect(fixture.site("lighthouse.svg") != nil)
    }

    @Test func navigationShowsWhereAPageIs() throws {
        let fixture = try Fixture(Self.posts)
        try fixture.build()
        let page = try #require(fixture.site("posts/first.html"))
        #expect(page.contains("<a href=\"../index.html\">Almanac</a>"))
        #expect(page.contains("<li><a aria-current=\"page\" href=\"first.html\">First &amp; best</a></li>"))
    }
}
