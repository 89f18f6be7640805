import MoonwireCore
import MoonwireValues
import Testing

@Suite struct GraphFaultTests {
    private func car(_ id: String, _ needs: WiredValue, line: Int) -> Definition {
        service(id, "Car", ["engine": .inline(service("", "Engine", ["brand": "x"])), "trailer": needs], line: line)
    }

    @Test func serviceThatNeedsItselfIsReportedWithTheWholePath() throws {
        let wiring = Wiring(
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
        var wiring = Wiring(
            service("a", "Fleet", ["drivers": [.inline(car("", ref("b"), line: 1))]], line: 1),
            car("b", param("back"), line: 2), service("f", function { _, _ in nil }, uses: ["g"], line: 3),
            service("g", .method(of: ref("f"), name: "make"), line: 4))
        wiring.parameters = [("back", ref("a"), nil)]
        let cycles = try wiring.check().filter { $0.code == .serviceCycle }.map(\.message)
        #expect(
            cycles == ["service \"a\" depends on itself: a -> b -> a", "service \"f\" depends on itself: f -> g -> f"])
    }

    @Test func handlesDoNotFormACycle() throws {
        let wiring = Wiring(
            service("remote", "Remote", ["engine": ref("engine", .lazy)]),
            service("engine", function { _, _ in nil }, ["remote": ref("remote")]))
        #expect(try wiring.report() == "")
    }

    @Test func aliasesThatLeadNowhereAreReportedOnce() throws {
        let wiring = Wiring(
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
        var wiring = Wiring()
        let last = 20_000
        wiring.definitions = (0...last).map { car("s\($0)", ref($0 == last ? "s0" : "s\($0 + 1)"), line: $0) }
        let faults = try wiring.check()
        #expect(faults.count == 1)
        #expect(faults[0].message.hasPrefix("service \"s0\" depends on itself: s0 -> s1 -> s2"))
    }

    @Test func laterLayerWinsAndBothLocationsAreReported() throws {
        var wiring = Wiring(
            service("v8", "Engine", ["brand": "script"], line: 2), service("v8", "Engine", ["brand": "again"], line: 5))
        wiring.services.register("v8", file: "App.swift", line: 1) { _ in Engine(brand: "swift", cylinders: 1) }
        wiring.services.override("v8", file: "App.swift", line: 9) { _ in Engine(brand: "override", cylinders: 1) }
        let container = try wiring.container()
        #expect(
            container.diagnostics.entries.map(\.description) == [
                "test.lua:2: note: service \"v8\" is defined again; this replaces the definition at App.swift:1",
                "test.lua:5: warning: service \"v8\" is defined again; this replaces the definition at test.lua:2",
                "App.swift:9: note: service \"v8\" is defined again; this replaces the definition at test.lua:5",
            ])
        #expect(try container.resolve("v8", as: Engine.self).brand == "override")
    }

    @Test func allFaultsComeAtOnceInTheOrderOfTheLines() throws {
        var wiring = Wiring(
            service("van", "Vehicle", line: 7), car("a", ref("a"), line: 3), service("x", "Enigne", line: 5),
            service("y", "Engine", ["brand": 1], line: 4), service("z", "Car", ["engine": ref("zz")], line: 1))
        wiring.parameters = [("p", param("q"), 6)]
        let error = #expect(throws: ContainerError.self) { try wiring.container() }
        #expect(
            error?.diagnostics.map(\.code) == [
                .unknownService, .serviceCycle, .valueMismatch, .unknownType, .unknownParameter, .notSendable,
            ])
        #expect(error?.diagnostics.map { $0.location?.line } == [1, 3, 4, 5, 6, 7])
        #expect(error?.code == .unknownService)
    }

    @Test func faultsOfALayerAndOfItsDefinitionsAreReportedTogether() throws {
        var layer = Wiring(service("x", "Enigne", line: 5)).layer
        layer.diagnostics = [
            Diagnostic(Diagnostic.Code("syntax"), "second", at: at(9)),
            Diagnostic(Diagnostic.Code("remark"), "remark", at: at(1), severity: .note),
            Diagnostic(Diagnostic.Code("syntax"), "first", at: at(2)),
        ]
        let types = try Garage.types()
        #expect(
            message { try Container(layers: [layer], types: types) } == """
                test.lua:2: first
                test.lua:5: service "x": type "Enigne" is not exposed
                    did you mean "Engine"?
                test.lua:9: second
                """)
        layer.definitions = []
        layer.diagnostics.removeAll { $0.severity == .fault }
        let container = try Container(layers: [layer], types: types)
        #expect(container.diagnostics.entries.map(\.description) == ["test.lua:1: note: remark"])
    }
}
