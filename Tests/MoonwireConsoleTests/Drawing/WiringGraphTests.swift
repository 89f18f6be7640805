import MoonwireConsole
import Testing

@Suite struct WiringGraphTests {
    private func graph(_ ids: String..., needs: [WiringGraph.Need]) -> WiringGraph {
        WiringGraph(services: ids.map { WiringGraph.Service($0, type: "T", line: 1) }, needs: needs).marked()
    }

    private func marks(_ graph: WiringGraph) -> [String: [WiringGraph.Mark]] {
        Dictionary(uniqueKeysWithValues: graph.services.map { ($0.id, $0.marks) })
    }

    @Test func cycleOfReferencesIsMarked() {
        let graph = graph(
            "a", "b", "c", "d",
            needs: [
                WiringGraph.Need("a", "b"), WiringGraph.Need("b", "c", .optional), WiringGraph.Need("c", "a"),
                WiringGraph.Need("c", "d"),
            ])
        #expect(marks(graph) == ["a": [.cycle], "b": [.cycle], "c": [.cycle], "d": []])
        #expect(graph.needs.map(\.marks) == [[.cycle], [.cycle], [.cycle], []])
    }

    @Test(arguments: [WiringGraph.Kind.lazy, .provider])
    func cycleThatAHandleBreaksIsMarkedAsLate(kind: WiringGraph.Kind) {
        let graph = graph("a", "b", needs: [WiringGraph.Need("a", "b"), WiringGraph.Need("b", "a", kind)])
        #expect(marks(graph) == ["a": [.lateCycle], "b": [.lateCycle]])
    }

    @Test func serviceThatNeedsItselfIsMarkedAsACycle() {
        #expect(marks(graph("a", needs: [WiringGraph.Need("a", "a")])) == ["a": [.cycle]])
        #expect(marks(graph("a", needs: [WiringGraph.Need("a", "a", .lazy)])) == ["a": [.lateCycle]])
    }

    @Test func longChainDoesNotOverflowTheStack() {
        let ids = (0..<20_000).map { "s\($0)" }
        let needs = zip(ids, ids.dropFirst()).map { WiringGraph.Need($0, $1) }
        let services = ids.map { WiringGraph.Service($0, type: "T", line: 1) }
        let marked = WiringGraph(services: services, needs: needs).marked().services.filter { !$0.marks.isEmpty }
        #expect(marked == [])
    }

    @Test(arguments: [
        ("shared", "transient", true), ("shared", "graph", true), ("shared", "shared", false),
        ("shared", "weak", false),
        ("transient", "graph", false), ("graph", "transient", false),
    ])
    func sharedServiceThatHoldsATransientOneIsMarked(holder: String, held: String, isMarked: Bool) {
        let services = [
            WiringGraph.Service("a", type: "T", scope: holder, line: 1),
            WiringGraph.Service("b", type: "T", scope: held, line: 2),
        ]
        let graph = WiringGraph(services: services, needs: [WiringGraph.Need("a", "b")]).marked()
        #expect(graph.services[0].marks == (isMarked ? [.captive] : []))
        #expect(graph.needs[0].marks == (isMarked ? [.captive] : []))
    }

    @Test func captiveBehindAnAliasIsMarked() {
        var alias = WiringGraph.Service(id: "alias", title: "alias of \"b\"")
        alias.scope = nil
        let services = [
            WiringGraph.Service("a", type: "T", line: 1), alias,
            WiringGraph.Service("b", type: "T", scope: "graph", line: 2),
        ]
        let needs = [WiringGraph.Need("a", "alias"), WiringGraph.Need("alias", "b", .alias, "alias")]
        #expect(WiringGraph(services: services, needs: needs).marked().needs.map(\.marks) == [[.captive], []])
    }

    @Test func handlesAndArgumentsOfFactoriesAreNotCaptive() {
        let services = [
            WiringGraph.Service("a", type: "T", line: 1),
            WiringGraph.Service("b", type: "T", scope: "transient", line: 2),
        ]
        var factory = WiringGraph.Need("a", "b", .ref, "\"factory\"")
        factory.isHeld = false
        let needs = [factory, WiringGraph.Need("a", "b", .lazy), WiringGraph.Need("a", "b", .provider)]
        #expect(WiringGraph(services: services, needs: needs).marked().services[0].marks == [])
    }

    @Test func neighborhoodGrowsByStepsInBothDirections() {
        let graph = WiringGraph.sample
        #expect(graph.around("mail", depth: 0).services.map(\.id) == ["mail"])
        #expect(graph.around("mail", depth: 1).services.map(\.id) == ["mailer", "right", "mail"])
        #expect(graph.around("mail", depth: 1).needs.count == 2)
        #expect(graph.around("mail", depth: nil).services.count == 8)
    }

    @Test func graphOfSomeScopesHasOnlyTheirServices() {
        let graph = WiringGraph.sample.inScopes(["weak", "graph"])
        #expect(graph.services.map(\.id) == ["egg", "right"])
        #expect(graph.needs.isEmpty)
    }
}
