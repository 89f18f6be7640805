import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct GraphFaultTests {
    private func car(_ id: String, _ needs: WiredValue, line: Int) -> Definition {
        service(id, "Car", ["engine": .inline(service("", "Engine", ["brand": "x"])), "trailer": needs], line: line)
    }

    @Test func serviceThatNeedsItselfIsReportedWithTheWholePath() throws {
        let wiring = ModelWiring(
            car("top", ref("a"), line: 1), car("a", ref("b"), line: 2), car("b", ref("other"), line: 3),
            alias("other", of: "c", line: 4), car("c", ref("a", .optional), line: 5), car("own", ref("own"), line: 6))
        #expect(
            try wiring.report() == """
                test.lua:2: service "a" depends on itself: a -> b -> other -> c -> a
                    `lazy` or `provider` instead of `ref` breaks a cycle
                test.lua:6: service "own" depends on itself: own -> own
                    `lazy` or `provider` instead of `ref` breaks a cycle
                """)
    }

    @Test func cyclesThroughInlineServicesParametersAndUsesAreFound() throws {
        var wiring = ModelWiring(
            service("a", "Fleet", ["drivers": [.inline(car("", ref("b"), line: 1))]], line: 1),
            car("b", param("back"), line: 2), service("f", function(), uses: ["g"], line: 3),
            service("g", .method(of: ref("f"), name: "make"), line: 4))
        wiring.parameters = [("back", ref("a"), nil)]
        let cycles = try wiring.check().filter { $0.code == .serviceCycle }.map(\.message)
        #expect(
            cycles == ["service \"a\" depends on itself: a -> b -> a", "service \"f\" depends on itself: f -> g -> f"])
    }

    @Test func handlesDoNotFormACycle() throws {
        let wiring = ModelWiring(
            service("remote", "Remote", ["engine": ref("engine", .lazy)]),
            service("engine", function(), ["remote": ref("remote")]))
        #expect(try wiring.report() == "")
    }

    @Test func aliasesThatLeadNowhereAreReportedOnce() throws {
        let wiring = ModelWiring(
            alias("a", of: "b", line: 1), alias("b", of: "c", line: 2), alias("c", of: "b", line: 3),
            alias("self", of: "self", line: 4), car("user", ref("a"), line: 5))
        let report = try wiring.report()
        #expect(
            report == """
                test.lua:2: alias "b" refers to itself: b -> c -> b
                test.lua:4: alias "self" refers to itself: self -> self
                """)
    }

    @Test func longDependencyChainsDoNotOverflow() throws {
        var wiring = ModelWiring()
        let last = 20_000
        wiring.definitions = (0...last).map { car("s\($0)", ref($0 == last ? "s0" : "s\($0 + 1)"), line: $0) }
        let faults = try wiring.check()
        #expect(faults.count == 1)
        #expect(faults[0].message.hasPrefix("service \"s0\" depends on itself: s0 -> s1 -> s2"))
    }
}
