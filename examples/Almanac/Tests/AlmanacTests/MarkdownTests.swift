import AlmanacParts
import Foundation
import Testing

/// The rendering of Markdown.
@Suite struct MarkdownTests {
    private func page(_ text: String, _ script: String? = nil) throws -> String {
        let fixture = try Fixture(["index.md": text, "other.md": "# Other\n\n## Deep"])
        try fixture.build(script)
        return try #require(fixture.site("index.html"))
    }

    @Test func linksLeadToPages() throws {
        let page = try page("[a](other.md) [b](other.md#deep) [c](/other.md) [d](https://x.org/a.md) [e](#it)\n\n# It")
        #expect(page.contains("<a href=\"other.html\">a</a>"))
        #expect(page.contains("<a href=\"other.html#deep\">b</a>"))
        #expect(page.contains("<a href=\"other.html\">c</a>"))
        #expect(page.contains("<a rel=\"external\" href=\"https://x.org/a.md\">d</a>"))
        #expect(page.contains("<a href=\"#it\">e</a>"))
    }

    @Test func filesThatAreNoPagesAreShownInTheRepository() throws {
        let fixture = try Fixture(["index.md": "[code](src/a%20b.swift) [all](src)", "src/a b.swift": "let a = 1"])
        try fixture.build("parameters { site = { repository = \"https://git.example/it/\" } }")
        let page = try #require(fixture.site("index.html"))
        #expect(page.contains("<a rel=\"external\" href=\"https://git.example/it/src/a%20b.swift\">code</a>"))
        #expect(page.contains("<a rel=\"external\" href=\"https://git.example/it/src\">all</a>"))
    }

    @Test func filesThatAreNamedThemselvesAreInTheSite() throws {
        let fixture = try Fixture(["index.md": "[license](LICENSE)", "LICENSE": "free", "other": "not"])
        try fixture.build("parameters { site = { include = { 'index.md', 'LICENSE' } } }")
        #expect(fixture.site("LICENSE") == "free")
        #expect(fixture.site("index.html")?.contains("<a href=\"LICENSE\">license</a>") == true)
    }

    @Test func tablesHaveHeadsRowsAndAlignments() throws {
        let page = try page("| a | b | c |\n|---|--:|:-:|\n| *x* | `1\\|2` |\n| [y](other.md) | - 3 | |\n")
        #expect(
            page.contains(
                """
                <div class="table"><table>
                <thead>
                <tr><th>a</th><th class="right">b</th><th class="center">c</th></tr>
                </thead>
                <tbody>
                <tr><td><em>x</em></td><td class="right"><code>1|2</code></td><td class="center"></td></tr>
                <tr><td><a href="other.html">y</a></td><td class="right">- 3</td><td class="center"></td></tr>
                </tbody>
                </table></div>
                """))
    }

    @Test func tablesStandInListsAndPipesInParagraphs() throws {
        let page = try page("- in a list:\n\n  | a |\n  |---|\n  | b |\n\nno | table\n\n```\n| a |\n|---|\n```\n")
        #expect(page.contains("<tr><td>b</td></tr>"))
        #expect(page.contains("<p>no | table</p>"))
        #expect(page.contains("<pre><code>| a |\n|---|\n</code></pre>"))
    }

    @Test func htmlInAPageIsLeftOutUnlessTheScriptLetsItThrough() throws {
        let text = "before <b onclick=\"x()\">bold</b>\n\n<script>alert(1)</script>\n"
        let strict = try page(text)
        #expect(!strict.contains("<b "))
        #expect(!strict.contains("alert"))
        let open = try page(
            text, "service \"markdown\" { type = \"Markdown\", args = { links = ref \"links\", html = true } }")
        #expect(open.contains("<script>alert(1)</script>"))
    }

    @Test func linksThatWouldRunSomethingLeadNowhere() throws {
        let page = try page("[a](javascript:alert(1)) [b](JAVASCRIPT:x) [c](vbscript:x) ![d](data:text/html,x)")
        #expect(!page.lowercased().contains("script:"))
        #expect(!page.contains("data:text"))
    }
}
