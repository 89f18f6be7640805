import AlmanacParts
import Foundation
import Moonwire
import Testing

/// Nothing is written to a page unescaped unless a template marks it as raw.
@Suite struct TemplateTests {
    /// Builds one page with a template that returns an expression.
    private func document(_ expression: String, title: String = "T") throws -> String {
        let fixture = try Fixture(["index.md": "---\ntitle: \(title)\nlink: javascript:alert(1)\n---\nText"])
        try fixture.build(
            """
            local html = setmetatable({}, {
                __index = function(_, tag) return function(content) return Markup { tag = tag, content = content } end end,
            })
            local function render(page, site) return \(expression) end
            service "templates" { type = "Templates", args = { functions = { page = render, list = render } } }
            """)
        return try #require(fixture.site("index.html")).replacing("<!doctype html>\n", with: "").replacing(
            "\n", with: "")
    }

    @Test(arguments: [
        ("html.p { page.title }", "<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>"),
        (
            "html.p { title = page.title }",
            "<p title=\"&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;\"></p>"
        ),
        (
            "html.p { { page.title, { 1 } }, false, nil, html.b { 2.5 } }",
            "<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;1<b>2.5</b></p>"
        ),
    ])
    func textsAreEscaped(_ expression: String, _ expected: String) throws {
        #expect(try document(expression, title: "<script>alert(\"1\")</script> & 'x'") == expected)
    }

    @Test(arguments: [
        ("page.fields.link", "#"), ("'java\\nscript:x'", "#"), ("' JavaScript:x'", "#"), ("'\\1data:text/html,x'", "#"),
        ("'https://x.org/?a=1&b=2'", "https://x.org/?a=1&amp;b=2"), ("'a:b/c'", "#"), ("'./a:b'", "./a:b"),
        ("'mailto:a@b.org'", "mailto:a@b.org"), ("'#top'", "#top"),
    ])
    func addressesThatWouldRunSomethingLeadNowhere(_ address: String, _ expected: String) throws {
        #expect(try document("html.a { href = \(address) }") == "<a href=\"\(expected)\"></a>")
        #expect(try document("html.img { src = \(address) }") == "<img src=\"\(expected)\">")
    }

    @Test func whatIsRawSaysSo() throws {
        #expect(try document("html.p { Markup { raw = '<hr>' }, '<hr>' }") == "<p><hr>&lt;hr&gt;</p>")
        #expect(try document("html.input { disabled = true, checked = false }") == "<input disabled>")
    }

    @Test(arguments: [
        ("'<p>text</p>'", "template \"page\" failed: bad result: expects Markup, got the string \"<p>text</p>\""),
        (
            "html.p { onclick = 'x' }",
            "template \"page\" failed: Markup: argument \"content\" at onclick is no attribute for a page"
        ),
        ("html['p x'] {}", "template \"page\" failed: Markup: argument \"tag\" is no element: \"p x\""),
        (
            "html.script { 'alert(1)' }",
            "template \"page\" failed: Markup: argument \"content\" is not for texts: <script> takes none"
        ),
        (
            "html.br { 'x' }",
            "template \"page\" failed: Markup: argument \"content\" cannot stand in <br>, which holds nothing"
        ),
        ("nothing.here", "template \"page\" failed: \"nothing\" is not defined"),
    ])
    func templateThatFailsSaysWhere(_ expression: String, _ message: String) throws {
        do {
            _ = try document(expression)
            Issue.record("nothing was wrong")
        } catch let error as ContainerError {
            let problem = try #require((error.underlying as? Problems)?.all.first)
            #expect(problem.message == message)
            #expect(problem.file.hasSuffix("test.lua"))
            #expect(problem.line != nil)
            #expect(problem.hints.first?.hasSuffix("index.md\"") == true)
        }
    }
}
