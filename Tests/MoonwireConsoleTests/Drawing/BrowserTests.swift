import Foundation
import MoonwireConsole
import Testing

@Suite(.enabled("no Chromium is installed") { Chromium.installed != nil }, .serialized)
struct BrowserTests {
    private func visit(
        _ graph: WiringGraph, at hash: String = "", thenRun script: String = ""
    ) async throws -> Chromium.Visit {
        let chromium = try #require(Chromium.installed)
        return try await chromium.open(HTMLPage(graph, title: "Test").text, at: hash, thenRun: script)
    }

    /// Drawn without a complaint, and every number in it is one.
    private func expectSound(_ visit: Chromium.Visit, drawn: Int) {
        #expect(visit.fact("drawn") == "\(drawn)")
        #expect(visit.fact("errors") == "0")
        #expect(visit.console == [])
        #expect(!visit.document.contains("NaN"))
        #expect(!visit.document.contains("undefined,"))
        #expect(visit.document.components(separatedBy: "<g class=\"node ").count == drawn + 1)
    }

    @Test func pageDrawsEveryKindOfService() async throws {
        let visit = try await visit(.sample)
        expectSound(visit, drawn: 8)
        #expect(visit.document.contains("mark-late-cycle"))
        #expect(visit.document.contains("letter \"A\" &lt;b&gt;"))
    }

    @Test(arguments: ["layout=layers", "layout=groups", "search=nothing", "service=unknown&focus=2", "focus=x"])
    func addressOfThePageSelectsTheView(hash: String) async throws {
        expectSound(try await visit(.sample, at: hash), drawn: 8)
    }

    @Test func pageOfAnEmptyGraphWorks() async throws {
        expectSound(try await visit(WiringGraph()), drawn: 0)
    }

    @Test func pageShowsTheNeedsOfTheSelectedService() async throws {
        let page = try await visit(.sample, at: "service=mailer")
        expectSound(page, drawn: 8)
        let details = try #require(page.document.components(separatedBy: "<section id=\"details\"").last)
        #expect(details.contains("Needs (2)"))
        #expect(details.contains("Needed by (2)"))
        #expect(details.contains("property \"letter\" · container.lua:1 · captive"))
        #expect(details.contains("is shared, and holds an instance of a shorter scope"))
    }

    @Test func focusShowsOnlyTheNeighborhood() async throws {
        expectSound(try await visit(.sample, at: "service=mail&focus=1"), drawn: 3)
        expectSound(try await visit(.sample, at: "service=mail&focus=2"), drawn: 6)
        expectSound(try await visit(.sample, at: "service=mail&focus=all"), drawn: 8)
    }

    @Test func keysSelectFocusAndLeave() async throws {
        let press = """
            const press = (element, key) => element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            press(document.body, "/");
            if (document.activeElement.id !== "search") throw new Error("the search has no focus");
            press(document.activeElement, "ArrowDown");
            press(document.activeElement, "ArrowDown");
            press(document.activeElement, "Enter");
            """
        let focused = try await visit(.sample, thenRun: press)
        expectSound(focused, drawn: 3)
        #expect(focused.document.contains("id=\"item-3\" title=\"egg\" role=\"option\" aria-selected=\"true\""))
        let left = try await visit(.sample, thenRun: press + "\npress(document.body, \"Escape\");")
        expectSound(left, drawn: 8)
    }

    @Test func keysZoomAndChangeTheLayout() async throws {
        let visit = try await visit(
            .sample,
            thenRun: """
                const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                const look = () => document.getElementById("world").getAttribute("transform");
                const seen = [look()];
                for (const key of ["+", "-", "l", "0"]) { press(key); seen.push(look()); }
                if (seen[1] === seen[0] || seen[2] === seen[1]) throw new Error("no zoom");
                if (document.getElementById("layout").textContent !== "Layers") throw new Error("no groups");
                """)
        expectSound(visit, drawn: 8)
        #expect(visit.document.contains("class=\"region\""))
    }

    @Test func errorOnThePageFailsTheTest() async throws {
        let visit = try await visit(.sample, thenRun: "missing();")
        #expect(visit.fact("errors") == "1")
        #expect(visit.console.count == 1)
    }

    @Test(arguments: ["", "layout=layers", "service=shop.part0.service0&focus=3"])
    func pageOfALargeGraphWorks(hash: String) async throws {
        let graph = WiringGraph.synthetic(1436)
        let drawn = hash.contains("focus") ? graph.around("shop.part0.service0", depth: 3).services.count : 1436
        expectSound(try await visit(graph, at: hash), drawn: drawn)
    }

    @Test(arguments: [5, 25, 250]) func firstViewShowsLabels(count: Int) async throws {
        let visit = try await visit(.synthetic(count))
        expectSound(visit, drawn: count)
        #expect(try #require(visit.fact("scale").flatMap(Double.init)) >= 0.75)
        #expect(!visit.document.contains("class=\"far\""))
    }

    @Test func panelShowsValues() async throws {
        var graph = WiringGraph.sample
        let number = try #require(graph.services.firstIndex { $0.id == "mailer" })
        graph.services[number].values = [
            WiringGraph.Value(field: "argument \"host\"", written: "\"%host%\"", filled: "\"<localhost>\"")
        ]
        let page = try await visit(graph, at: "service=mailer")
        let details = try #require(page.document.components(separatedBy: "<section id=\"details\"").last)
        #expect(details.contains("Values (1)"))
        #expect(details.contains("<code>\"%host%\"</code>"))
        #expect(details.contains("argument \"host\" = \"&lt;localhost&gt;\""))
        let other = try await visit(graph, at: "service=egg").document
        #expect(try !#require(other.components(separatedBy: "<section id=\"details\"").last).contains("<code>"))
    }

    /// The middle of a long id is left out.
    @Test func longIdsWithTheSamePrefixDifferInTheList() async throws {
        let ids = ["one", "two"].map { "application.infrastructure.persistence.repository.customers.\($0)" }
        let graph = WiringGraph(services: ids.map { WiringGraph.Service(id: $0, title: "T") })
        let list = try await visit(graph).document
        #expect(list.contains(/role="option"[^>]*>applicat[^<]*…[^<]*\.one</))
        #expect(list.contains(/role="option"[^>]*>applicat[^<]*…[^<]*\.two</))
    }

    @Test(
        .enabled("MOONWIRE_LARGE_WIRING names no file") { LargeWiring.file != nil },
        arguments: ["", "layout=layers", "service=sylius.context.channel&focus=all"])
    func pageOfALargeWiringWorks(hash: String) async throws {
        let graph = try LargeWiring(file: #require(LargeWiring.file)).graph
        #expect(graph.services.count > 1400)
        let focused = graph.around("sylius.context.channel", depth: nil)
        expectSound(
            try await visit(graph, at: hash),
            drawn: hash.contains("focus") ? focused.services.count : graph.services.count)
    }
}
