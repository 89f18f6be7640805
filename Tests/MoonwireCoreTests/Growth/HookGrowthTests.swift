import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Looking at each name for each hook takes longer than the limit.
@Suite(.timeLimit(.minutes(10))) struct HookGrowthTests {
    private let many = 20_000

    @Test func changesOfManyParametersRunManyHooksQuickly() throws {
        let counting = Counting()
        var layer = Layer(name: "test.lua")
        let values = { (value: Int64) in
            WiredValue.map(Dictionary(uniqueKeysWithValues: (0..<many).map { ("p\($0)", .value(.integer(value))) }))
        }
        layer.parameters.set("all", values(1), origin: Origin(nil), path: ["all"])
        layer.hooks = (0..<2_000).map {
            Hook(.parameter, HookTarget("all.p\($0)?"), origin: Origin(at($0)), function: counting)
        }
        let container = try Container(layers: [layer], types: try Garage.types())
        var changed = ParameterTree()
        changed.set("all", values(2), origin: Origin(nil), path: ["all"])
        try container.hooks.parametersChanged(from: layer.parameters, to: changed)
        // Ten names for each of them: p10 to p19999.
        #expect(counting.names.elements.count == 19_990)
        #expect(Set(counting.names.elements).count == 19_990)
    }

    /// A parameter that no longer exists, or not yet, is compared with no name.
    @Test func newParametersRunManyHooksQuickly() throws {
        let counting = Counting()
        var layer = Layer(name: "test.lua")
        layer.parameters.set("old", 1, origin: Origin(nil), path: ["old"])
        layer.hooks = [Hook(.parameter, HookTarget("*"), origin: Origin(nil), function: counting)]
        let container = try Container(layers: [layer], types: try Garage.types())
        var (before, after) = (ParameterTree(), ParameterTree())
        for number in 0..<5_000 {
            before.set("before\(number)", 1, origin: Origin(nil), path: [])
            after.set("behind\(number)", 1, origin: Origin(nil), path: [])
        }
        try container.hooks.parametersChanged(from: before, to: after)
        #expect(counting.names.elements.count == 10_000)
    }
}

/// Collects the names for which it is called.
private final class Counting: CallableHookFunction {
    let names = Collected<String>()

    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer {
        if case .value(.text(let name))? = arguments.first { names.append(name) }
        return .nothing
    }
}
