import Foundation
import MoonwireConsole
import Testing

@Suite struct HtmlPageTests {
    @Test func pageNeedsNothingElse() throws {
        let page = try HtmlPage(.sample, title: "Wiring").text
        let addresses = page.replacing("http://www.w3.org/2000/svg", with: "")
        for reference in ["http:", "https:", "src=", "href=", "@import", "{{"] {
            #expect(!addresses.contains(reference))
        }
    }

    @Test func textsOfTheWiringStayTexts() throws {
        var graph = WiringGraph()
        graph.services = [WiringGraph.Service(id: "</script><b>{{script}}", title: "x")]
        let page = try HtmlPage(graph, title: "a < b & {{wiring}}").text
        #expect(page.contains("<title>a &lt; b &amp; {{wiring}}</title>"))
        #expect(page.contains("\"id\":\"\\u003c/script>\\u003cb>{{script}}\""))
        #expect(page.components(separatedBy: "</script>").count == 3)
    }
}
