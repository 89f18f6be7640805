import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

/// Looking at each name for each hook takes longer than the limit.
@Suite(.timeLimit(.minutes(10))) struct HookGrowthTests {
    private let many = 20_000

    @Test func manyParameterHooksWithSimilarPatternsAreCheckedQuickly() throws {
        var wiring = ModelWiring()
        wiring.parameters = (0..<many).map { ("p\($0)", 1, nil) }
        var layer = wiring.layer
        layer.hooks = (0..<2_000).flatMap { (number: Int) in
            [hook(.parameter, "p\(number)*", line: number), hook(.parameter, "x\(number)*", line: number)]
        }
        let graph = DefinitionGraph(layers: [layer], types: try GarageManifest.types(), variables: .process)
        let said = Validation.check(graph)
        #expect(said.count == 2_000)
        #expect(said.first?.message == "hook.parameter(\"x0*\") matches no parameter")
    }

    @Test func manyPreferenceHooksWithSimilarPatternsAreCheckedQuickly() throws {
        var layer = Layer(name: "test.lua")
        layer.preferences = (0..<many).map { preference("Group.p\($0)", 1) }
        layer.hooks = (0..<2_000).flatMap { (number: Int) in
            [
                hook(.preference, "Group.p\(number)*", line: number),
                hook(.preference, "Group.x\(number)*", line: number),
            ]
        }
        let graph = DefinitionGraph(layers: [layer], types: try GarageManifest.types(), variables: .process)
        #expect(Validation.check(graph).count == 2_000)
    }

    @Test func patternsMatchNamesOfAnyCharacters() {
        let names = ["a", "ab", "abc", "b", "äb", "a\u{308}c", "\u{212A}x", "e\u{301}", "ex", "", "a.b", "a-b", "日本"]
        for pattern in [
            "a*", "ab*", "?b", "*", "ä*", "a\u{308}*", "K*", "\u{212A}?", "e*", "é", "é*", "z*", "日*", "", "a?b",
        ] {
            let found = NameList(names).matches(NamePattern(pattern))
            #expect(found.sorted() == names.filter(NamePattern(pattern).matches).sorted(), "\(pattern)")
        }
    }
}
