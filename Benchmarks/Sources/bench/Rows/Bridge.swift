import LuaRuntime
import Moonwire
import RawLua

/// The bridge compared to handwritten C, both under an armed instruction budget.
func bridgeRows() throws -> [Row] {
    let ours = try BridgeState()
    func rows(_ name: String, bar: Double? = 1.5, _ text: String, isHostLoop: Bool = false) throws -> [Row] {
        let function = try ours.lua.evaluate(text, name: name, as: LuaFunction.self)
        return try rowsBesideC(name, bar: bar, text) { operations in
            try isHostLoop ? ours.callRepeatedly(function, operations) : ours.run(function, operations)
        } baseline: { state, operations in
            try state.run(operations, isHostLoop)
        }
    }
    return try [
        rows("Lua calls a Swift function", loop("x = f(x)", locals: "local f = f")),
        rows("Lua reads a Swift property", loop("x = x + o.x", locals: "local o = point")),
        rows("Lua writes a Swift property", loop("x = x + 1 o.y = x", locals: "local o = point")),
        rows("Lua calls a Swift method", loop("x = o:add(x)", locals: "local o = thing")),
        rows("Lua calls a Swift method, no properties", bar: nil, loop("x = o:add(x)", locals: "local o = adder")),
        rows("Swift calls a Lua function", "return function(x) return x + 1 end", isHostLoop: true),
    ].flatMap(\.self)
}

/// An interpreter with a function and an exposed object, as in a container's scripts.
private struct BridgeState {
    struct Failure: Error {}

    let lua: Interpreter

    init() throws {
        // Enough for the longest loop of a round.
        lua = try Interpreter(limits: .init(instructions: 1_000_000_000_000))
        try lua.setGlobal("f", to: HostFunction("f") { (x: Int) in x + 1 })
        try lua.expose(Thing.exposure)
        try lua.setGlobal("thing", to: Thing())
        try lua.setGlobal("point", to: Thing())
        try lua.expose(Adder.exposure)
        try lua.setGlobal("adder", to: Adder())
    }

    /// Every iteration adds one, so the result shows whether all of them ran.
    func run(_ function: LuaFunction, _ operations: Int) throws {
        guard try function.call(operations, as: Int.self) == operations else { throw Failure() }
    }

    func callRepeatedly(_ function: LuaFunction, _ operations: Int) throws {
        var number = 0
        for _ in 0..<operations { number = try function.call(number, as: Int.self) }
        guard number == operations else { throw Failure() }
    }
}

// @unchecked: one row at a time uses it, on one thread.
private final class Thing: Exposed, @unchecked Sendable {
    let x = 1
    var y = 0

    func add(number: Int) -> Int { number + 1 }

    static let exposure = Exposure(Thing.self) {
        Property("x", \.x)
        Property("y", \.y)
        Method("add", Thing.add, "number")
    }
}

private final class Adder: Exposed, Sendable {
    func add(number: Int) -> Int { number + 1 }

    static let exposure = Exposure(Adder.self) {
        Method("add", Adder.add, "number")
    }
}
