import Foundation
import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct UnknownScopeTests {
    @Test func scopeThatDoesNotExistIsAFault() throws {
        let wiring = ModelWiring(service("engine", "Engine", ["brand": "E"], scope: .named("requset"), line: 7))
        #expect(
            try wiring.report() == """
                test.lua:7: service "engine": there is no scope "requset"
                    the scopes are shared, transient, graph, weak, cached
                """)
    }

    @Test(arguments: ServiceScope.allCases + [.named("request")])
    func scopesAreWrittenByName(scope: ServiceScope) throws {
        let data = try JSONEncoder().encode([scope])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(scope.rawValue)\"]")
        #expect(try JSONDecoder().decode([ServiceScope].self, from: data) == [scope])
        #expect(ServiceScope(rawValue: scope.rawValue) == scope)
    }
}
