import AlmanacParts
import Foundation
import Testing

/// Reading a folder, and the paths in the site.
@Suite struct PageTests {
    @Test func pagesLieWhereTheirFilesLie() throws {
        let fixture = try Fixture([
            "README.md": "# Home", "guide/setup.md": "# Setup", "guide/index.md": "# Guide",
            "notes.markdown": "# Notes",
        ])
        let publication = try fixture.build()
        #expect(publication.pageCount == 4)
        #expect(fixture.site("index.html")?.contains("<title>Home · Almanac</title>") == true)
        #expect(fixture.site("guide/setup.html")?.contains("<title>Setup · Almanac</title>") == true)
        #expect(fixture.site("guide/index.html")?.contains("Guide") == true)
        #expect(fixture.site("notes.html")?.contains("Notes") == true)
    }

    @Test func hiddenFilesAreLeftOut() throws {
        let fixture = try Fixture(["index.md": "# Home", ".secret.md": "# No", ".hidden/page.md": "# No"])
        #expect(try fixture.build().pageCount == 1)
        #expect(fixture.site(".secret.html") == nil)
    }

    @Test func siteInsideTheFolderIsNoneOfItsPages() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.write("site/.almanac", "")
        try fixture.write("site/old.md", "# Old")
        #expect(try fixture.build().pageCount == 1)
    }

    @Test func headSaysTitleAndDescription() throws {
        let fixture = try Fixture([
            "index.md": "---\ntitle: \"Mine: here\"\n# a remark\ndescription: what it is\n---\n\n# Other\n\nText."
        ])
        try fixture.build()
        let page = try #require(fixture.site("index.html"))
        #expect(page.contains("<title>Mine: here · Almanac</title>"))
        #expect(page.contains("<meta content=\"what it is\" name=\"description\">"))
        #expect(!page.contains("remark"))
    }

    @Test func linesMayEndAsWindowsEndsThem() throws {
        let fixture = try Fixture(["index.md": "---\r\ntitle: Here\r\n---\r\n\r\nOne.\r\n"])
        try fixture.build()
        let page = try #require(fixture.site("index.html"))
        #expect(page.contains("<title>Here · Almanac</title>"))
        #expect(!page.contains("\r"))
    }

    @Test func draftsAreForDevelopmentOnly() throws {
        let fixture = try Fixture(["index.md": "# Home", "soon.md": "---\ndraft: yes\n---\n# Soon"])
        #expect(try fixture.build().pageCount == 1)
        #expect(fixture.site("soon.html") == nil)
        #expect(try fixture.build(environment: "dev").pageCount == 2)
        let draft = try #require(fixture.site("soon.html"))
        #expect(draft.contains("<p class=\"banner\">This page is a draft.</p>"))
        #expect(fixture.site("index.html")?.contains("banner") == false)
        #expect(try fixture.build().removed == ["soon.html"])
    }
}
