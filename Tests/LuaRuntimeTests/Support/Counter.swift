import LuaRuntime
import MoonwireSupport

/// A class with a bit of everything.
final class Counter: HostObject {
    private let amount: Lock<Int>

    init(_ value: Int) { amount = Lock(value) }

    var value: Int {
        get { amount.withLock { $0 } }
        set { amount.withLock { $0 = newValue } }
    }

    let step = 1

    func add(_ amount: Int) -> Int {
        value += amount
        return value
    }

    static let hostClass = HostClass(Counter.self) { counter in
        counter.constructor("start") { (start: Int) in Counter(start) }
        counter.property("value", \.value)
        counter.property("step", \.step)
        counter.property("doubled") { $0.value * 2 }
        counter.method("add", "amount") { (counter, amount: Int) in counter.add(amount) }
        counter.method("fill", "from", "to") { (counter, from: Int, to: Int?) in counter.value = (to ?? 0) - from }
        counter.method("reset") { $0.value = 0 }
        counter.method("sum") { (counter, a: Int, b: Int, c: Int) in counter.value + a + b + c }
        counter.method("itself") { $0 }
        counter.staticMethod("zero") { Counter(0) }
        counter.staticMethod("sum") { (a: Counter, b: Counter) in Counter(a.value + b.value) }
        counter.staticProperty("limit") { 10 }
        counter.operator(.less) { (a: Counter, b: Counter) in a.value < b.value }
        counter.description { "\($0.value) things" }
    }
}
extension Counter: Sendable {}

extension Interpreter {
    /// The error that a script ends with.
    func failure(_ script: String) -> LuaError? {
        do {
            try run(script, name: "o.lua")
            return nil
        } catch {
            return error as? LuaError
        }
    }

    func text(_ script: String) throws -> String {
        try evaluate("return tostring((function() \(script) end)())", name: "o.lua")
    }
}
