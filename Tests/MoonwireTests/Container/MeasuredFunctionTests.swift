import LuaRuntime
import Moonwire
import Testing

/// `services.measureFunctions(with:)` counts the calls of the functions of scripts.
@Suite struct MeasuredFunctionTests {
    @Test func functionsOfTheWiringAreCountedByLine() throws {
        let metrics = FunctionMetrics()
        let container = try wire(
            """
            service "engine" {
                scope = "transient",
                factory = function(args, c) return Engine { brand = "Rover" } end,
            }
            hook.created("engine", function() end)
            hook.created("other", function() end)
            service "other" { type = "Engine", args = { "x" } }
            """
        ) { $0.measureFunctions(with: metrics) }
        for _ in 0..<3 { _ = try container.resolve("engine", as: Engine.self) }
        let counts = metrics.functions.map { "\($0.location.line): \($0.calls)" }
        #expect(counts == ["3: 3", "5: 3"])
    }

    @Test func countersContinueAfterAReload() throws {
        let metrics = FunctionMetrics()
        let text = "service \"engine\" (function() return Engine { brand = \"Rover\" } end)"
        let living = try Living(text, types: Garage.types) { $0.measureFunctions(with: metrics) }
        for round in 0..<3 {
            _ = try living.container.resolve("engine", as: Engine.self)
            try living.reload(text + "\n-- \(round)\nservice \"other\(round)\" { type = \"Engine\", args = { \"x\" } }")
            try living.container.reset("engine")
        }
        _ = try living.container.resolve("engine", as: Engine.self)
        #expect(metrics.functions.map(\.calls) == [4])
    }
}
