import AlmanacParts
import Foundation
import Moonwire
import Testing

/// The changes that a script can make to container.lua.
@Suite struct ScriptTests {
    @Test func processorInLuaTakesThreeLines() throws {
        let fixture = try Fixture(["index.md": "# Home\n\n[web](https://x.org)"])
        try fixture.build(
            """
            service "shout" {
                type = "ScriptedProcessor", tags = { { "page.processor", priority = 1 } },
                args = { apply = function(html, page) return html:upper() .. page.path end },
            }
            """)
        let page = try #require(fixture.site("index.html"))
        #expect(page.contains("HOME"))
        #expect(page.contains("<A REL=\"EXTERNAL\" HREF=\"HTTPS://X.ORG\">WEB</A>"))
        #expect(page.contains("index.md</article>"))
    }

    @Test func processorThatFailsSaysWhere() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        let problem = try problem(of: fixture) {
            try fixture.build(
                """
                service "bad" {
                    type = "ScriptedProcessor", tags = "page.processor",
                    args = { apply = function(html) return html.title.text end },
                }
                """)
        }
        #expect(
            problem == """
                test.lua:3: a processor failed: attempt to index a nil value (field 'title')
                    for page "pages/index.md"
                """)
    }

    @Test func whatHasNotChangedIsNotProcessedAgain() throws {
        let fixture = try Fixture(["index.md": "# Home", "other.md": "# Other"])
        let container = try fixture.container(
            """
            local count = 0
            local function process(html) count = count + 1; return html end
            local function text() return tostring(count) end
            service "counted" { type = "ScriptedProcessor", tags = "page.processor", args = { apply = process } }
            service "count" { type = "ScriptedFile", tags = "site.extra", args = { path = "count.txt", text = text } }
            """)
        _ = try container.resolve(.publication)
        #expect(fixture.site("count.txt") == "2")
        _ = try container.resolve(.publication)
        #expect(fixture.site("count.txt") == "2")
        try fixture.write("other.md", "# Another")
        _ = try container.resolve(.publication)
        #expect(fixture.site("count.txt") == "3")
        try fixture.write("third.md", "# A link to it may lead somewhere now")
        _ = try container.resolve(.publication)
        #expect(fixture.site("count.txt") == "6")
    }

    @Test func aFileTakesThreeLinesToo() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.build(
            """
            service "humans" {
                type = "ScriptedFile", tags = "site.extra",
                args = { path = "humans.txt", text = function(site) return #site.pages .. " page\\n" end },
            }
            """)
        #expect(fixture.site("humans.txt") == "1 page\n")
    }

    @Test func decoratorSaysWhatWasWritten() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.build(environment: "dev")
        #expect(fixture.log.contains("  wrote index.html\n"))
        try fixture.write("index.md", "# Changed")
        try fixture.build()
        #expect(!fixture.log.contains("  wrote search.js\n  wrote search.js"))
    }

    @Test func developmentReportsWhatTookLongest() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.build(environment: "dev")
        #expect(fixture.log.contains(/ms index\.html\n/))
    }

    @Test func deadLinksAreNotPublished() throws {
        let fixture = try Fixture([
            "index.md": "# Alpha\n\n[x](gone.md) [y](#alpha) [z](#alpa)", "other.md": "[w](index.md#Alpha)",
        ])
        let problem = try problem(of: fixture) { try fixture.build() }
        #expect(problem.contains("hook.created(\"site\") failed: 3 dead links, so nothing was published"))
        #expect(
            fixture.log.replacing(fixture.root + "/", with: "") == """
                pages/index.md:3: link "gone.md" refers to a file that does not exist
                pages/index.md:3: link "#alpa" refers to a heading that does not exist
                    did you mean "#alpha"?
                pages/other.md:1: link "index.md#Alpha" refers to a heading that does not exist
                    did you mean "#alpha"?

                """)
        #expect(fixture.site("index.html") == nil)
    }

    private func problem(of fixture: Fixture, _ body: () throws -> Void) throws -> String {
        do {
            try body()
            return "nothing"
        } catch let error as ContainerError {
            let text = (error.underlying as? Problems).map { "\($0)" } ?? "\(error)"
            return text.replacing(fixture.root + "/", with: "")
        }
    }
}
