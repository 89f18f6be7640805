import MoonwireCore
import MoonwireValues
import Testing

@Suite struct GraphFaultTests {
    private func car(_ id: String, _ needs: WiredValue, line: Int) -> Definition {
        service(id, "Car", ["engine": .inline(service("", "Engine", ["brand": "x"])), "trailer": needs], line: line)
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
