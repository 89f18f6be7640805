import Foundation
import MoonwireConsole
import Testing

@Suite struct HTMLPageTests {
    @Test func pageHasNoExternalResources() throws {
        let page = try HTMLPage(.sample, title: "Wiring").text
        let addresses = page.replacing("http://www.w3.org/2000/svg", with: "")
        for reference in ["http:", "https:", "src=", "href=", "@import", "{{"] {
            #expect(!addresses.contains(reference))
        }
    }

    @Test func stringsOfTheWiringAreEscapedOnThePage() throws {
        var graph = WiringGraph()
        graph.services = [WiringGraph.Service(id: "</script><b>{{script}}", title: "x")]
        let page = try HTMLPage(graph, title: "a < b & {{wiring}}").text
        #expect(page.contains("<title>a &lt; b &amp; {{wiring}}</title>"))
        #expect(page.contains("\"id\":\"\\u003c/script>\\u003cb>{{script}}\""))
        #expect(page.components(separatedBy: "</script>").count == 3)
    }
}
