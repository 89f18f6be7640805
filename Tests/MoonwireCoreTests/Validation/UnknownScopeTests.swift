import Foundation
import MoonwireCore
import MoonwireValues
import Testing

@Suite struct UnknownScopeTests {
    @Test func scopeThatDoesNotExistIsAFault() throws {
        var wiring = Wiring()
        wiring.swift.register("engine", scope: .named("requset"), file: "Garage.swift", line: 7) { _ in 4 }
        #expect(
            try wiring.report() == """
                Garage.swift:7: service "engine": there is no scope "requset"
                    the scopes are shared, transient, graph, weak
                """)
    }

    @Test func scopeOfAManifestIsKnownButHoldsNothing() throws {
        let own = String(decoding: try Garage.types().manifest(), as: UTF8.self)
        let types = try TypeRegistry(manifest: Data(own.replacing("\"weak\"", with: "\"weak\", \"request\"").utf8))
        var swift = Registrations()
        swift.register("engine", scope: .named("request"), file: "Garage.swift", line: 7) { _ in 4 }
        let container = try Container(layers: [swift.beneath], types: types)
        #expect(
            message { try container.resolve("engine", as: Int.self) } == """
                Garage.swift:7: service "engine" has scope "request", which this container does not have
                    a manifest declares scopes for checks only
                """)
    }

    @Test(arguments: Scope.allCases + [.named("request")])
    func scopesAreWrittenByName(scope: Scope) throws {
        let data = try JSONEncoder().encode([scope])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(scope.rawValue)\"]")
        #expect(try JSONDecoder().decode([Scope].self, from: data) == [scope])
        #expect(Scope(rawValue: scope.rawValue) == scope)
    }
}
