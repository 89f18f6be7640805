import AlmanacParts
import Foundation
import Testing

/// The chain of processors: each alone, and one that a script adds.
@Suite struct ProcessorTests {
    private let page: Page

    init() throws {
        page = try Page(path: "a.md", text: "")
    }

    private func process(_ id: String, _ html: String, _ script: String? = nil) throws -> String {
        let fixture = try Fixture()
        let processor = try fixture.container(script).resolve(id, as: (any PageProcessor).self)
        return try processor.process(html, page: page)
    }

    @Test func headingsGetNames() throws {
        let html = try process("anchors", "<h2>What's <em>new</em>? A &amp; B</h2>\n<p>x</p><h3>It</h3><h2>It</h2>")
        let link = { (name: String) in
            "<a class=\"anchor\" href=\"#\(name)\" aria-label=\"Link to this heading\">#</a>"
        }
        #expect(
            html == "<h2 id=\"whats-new-a--b\">What's <em>new</em>? A &amp; B\(link("whats-new-a--b"))</h2>\n<p>x</p>"
                + "<h3 id=\"it\">It\(link("it"))</h3><h2 id=\"it-1\">It\(link("it-1"))</h2>")
    }

    @Test func contentsListHeadingsWithNames() throws {
        let script = "service \"contents\" { type = \"TableOfContents\", args = { levels = { 2, 3 }, fewest = 2 } }"
        let html = "<h1 id=\"t\">T</h1><p>x</p><h2 id=\"a\">A <code>b</code></h2><h3 id=\"c\">C</h3><h4 id=\"d\">D</h4>"
        let result = try process("contents", html, script)
        #expect(
            result.contains(
                """
                <p>x</p><nav class="toc" aria-label="Contents">
                <strong>Contents</strong>
                <ul>
                <li class="level-1"><a href="#a">A b</a></li>
                <li class="level-2"><a href="#c">C</a></li>
                </ul>
                </nav>
                <h2 id="a">
                """))
        #expect(try process("contents", html) == html)
    }

    @Test func codeGetsClasses() throws {
        let code = "let a = &quot;x&lt;y\\&quot;&quot; // let\nreturn Type(1_0)"
        let html = try process(
            "syntax", "<pre><code class=\"language-swift\">\(code)</code></pre><pre><code>let</code></pre>")
        #expect(
            html == "<pre><code class=\"language-swift\"><span class=\"k\">let</span> a = "
                + "<span class=\"s\">&quot;x&lt;y\\&quot;&quot;</span> <span class=\"c\">// let</span>\n"
                + "<span class=\"k\">return</span> <span class=\"t\">Type</span>(<span class=\"n\">1_0</span>)"
                + "</code></pre><pre><code>let</code></pre>")
    }

    @Test func codeOfUnknownLanguagesStays() throws {
        let html = "<pre><code class=\"language-klingon\">let a</code></pre>"
        #expect(try process("syntax", html) == html)
    }

    @Test func typographySparesCode() throws {
        let html = "<p title=\"it's\">&quot;It's -- 'so' <em>&quot;new&quot;</em>...&quot;</p><code>a -- 'b'</code>"
        #expect(
            try process("typography", html)
                == "<p title=\"it's\">“It’s – ‘so’ <em>“new”</em>…”</p><code>a -- 'b'</code>")
    }
}
