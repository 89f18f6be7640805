import AlmanacParts
import Foundation
import Testing

/// Pages in a headless browser.
///
/// The tests are skipped if Chromium is not installed.
@Suite(.enabled("Chromium is not installed") { Browser.path != nil }) struct BrowserTests {
    private static let page = """
        # Home

        Hello, [other](other.md). A table:

        | a | b |
        |---|---|
        | 1 | 2 |

        ```swift
        let answer = 42
        ```
        """

    private func site() throws -> Fixture {
        let fixture = try Fixture([
            "index.md": Self.page, "deep/page.md": "# Deep\n\n[up](../index.md#home)", "other.md": "# Other",
        ])
        try fixture.build()
        return fixture
    }

    @Test func pagesLoadWithoutAWordOnTheConsole() async throws {
        let fixture = try site()
        for path in ["index.html", "deep/page.html", "deep/index.html"] {
            let visit = try await Browser.visit(fixture.output + "/" + path)
            #expect(visit.console.isEmpty, "\(visit.console)")
            #expect(visit.document.contains("data-theme=\"auto\""))
            #expect(visit.document.contains("</footer>"))
        }
    }

    @Test func searchFindsPagesAndLinksLeadThere() async throws {
        let fixture = try site()
        // A script that only this test adds types the input.
        let script = """

            addEventListener("load", () => {
                const input = document.querySelector(".search input");
                input.value = "deep";
                input.dispatchEvent(new Event("input"));
            });
            """
        let path = fixture.output + "/theme/site.js"
        try fixture.write(Data(((fixture.site("theme/site.js") ?? "") + script).utf8), to: path)
        let visit = try await Browser.visit(fixture.output + "/other.html")
        #expect(visit.console.isEmpty, "\(visit.console)")
        #expect(visit.document.contains("<a href=\"file://\(fixture.output)/deep/page.html\">Deep<small>"))
    }
}
