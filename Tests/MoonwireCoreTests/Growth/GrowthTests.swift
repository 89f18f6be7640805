import MoonwireCore
import MoonwireValues
import Testing

/// Sizes at which only work that grows with them in proportion comes to an end.
@Suite struct GrowthTests {
    private let many = 20_000

    /// The first hundred lookups spend what there is at the beginning; how many more have suggestions depends on the time they take.
    @Test(.timeLimit(.minutes(5))) func laterFailedLookupsHaveSuggestions() async throws {
        let count = 10_000
        var wiring = Wiring()
        wiring.definitions = (0..<count).map { service("service\($0)", "Engine", ["brand": "E"]) }
        wiring.parameters = (0..<count).map { ("parameter\($0)", 1, nil) }
        let container = try wiring.container()
        let lookups: [(Int) -> String?] = [
            { number in message { try container.resolve("servise\(number)", as: Engine.self) } },
            { number in message { try container.parameter("paramter\(number)", as: Int.self) } },
        ]
        for lookup in lookups {
            var number = 0
            func hasSuggestions() -> Bool {
                number += 1
                return lookup(number)?.contains("did you mean") == true
            }
            let start = ContinuousClock.now
            var answered = 0
            while answered < 300, hasSuggestions() { answered += 1 }
            let gain = (ContinuousClock.now - start) / .seconds(1) * Double(KnownNames.effortOfOneSecond)
            #expect(answered >= 50)
            // Each looks at all names, but for one that ends when nothing is left.
            #expect(answered <= (KnownNames.effortOfOneLoad + Int(gain)) / count + 1)
            while !hasSuggestions() { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    @Test(.timeLimit(.minutes(10))) func longChainOfAliasesIsCheckedQuickly() throws {
        let many = 100_000
        let chain = (0..<many).map { alias("a\($0)", of: "a\($0 + 1)", line: $0) }
        var wiring = Wiring()
        wiring.definitions = chain + [service("a\(many)", "Engine", ["brand": "E"])]
        #expect(try wiring.check().isEmpty)
        #expect(try wiring.container().resolve("a0", as: Engine.self).brand == "E")
    }

    /// The same for aliases that lead to a decorator, and for a decorator that an override replaces.
    @Test(.timeLimit(.minutes(10))) func decoratorsOfAliasesOfADecoratorAreCheckedQuickly() throws {
        let chain = (0..<many).map { alias("a\($0)", of: $0 + 1 < many ? "a\($0 + 1)" : "first", line: 1) }
        var first = service("", "Car", ["engine": .placeholder(.inner)])
        first.hasPlaceholders = true
        var layer = Layer(name: "test.lua")
        layer.definitions = [service("engine", "Engine", ["brand": "E"])] + chain
        layer.decorators =
            [Decorator(of: "engine", first, name: "first")] + (0..<many).map { _ in Decorator(of: "a0", first) }
        var services = Registrations()
        services.override("first") { _ in Engine(brand: "F", cylinders: 4) }
        for layers in [[layer], [layer, services.above]] {
            let graph = DefinitionGraph(layers: layers, types: try Garage.types(), variables: .process)
            let message = "service \"a0\" has more than 1000 decorators"
            // The override takes the place of all that wrap the first.
            #expect(Validation.check(graph).contains { $0.message == message } == (layers.count == 1))
        }
    }
}
