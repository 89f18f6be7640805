import LuaRuntime
import RawLua

/// The C API with a count hook compared to the C API without: the cost of the hook alone.
func rawLuaRows() throws -> [Row] {
    func row(_ name: String, _ text: String, isHostLoop: Bool = false) throws -> Row {
        let armed = try RawState(text, hookInterval: 1000)
        let unarmed = try RawState(text, hookInterval: 0)
        return Row(
            "armed raw C, \(name)", ours: { try armed.run($0, isHostLoop) },
            baseline: { try unarmed.run($0, isHostLoop) })
    }
    return [
        try row("Lua calls a function", loop("x = f(x)", locals: "local f = f")),
        try row("Lua reads a property", loop("x = x + o.x", locals: "local o = point")),
        try row("Lua calls a method", loop("x = o:add(x)", locals: "local o = adder")),
        try row("Lua calls a method, properties beside it", loop("x = o:add(x)", locals: "local o = thing")),
        try row("host calls a Lua function", "return function(x) return x + 1 end", isHostLoop: true),
    ]
}

/// Plain Lua without a count of its instructions, compared to the C API without a hook: a deadline must cost nothing.
func plainLuaRows() throws -> [Row] {
    let text = loop("x = x + 1", locals: "")
    return try [("deadline", Interpreter.Budget.deadline), ("no limit", .unlimited), ("instructions", .exact)].map {
        (name, budget) in
        let limits = Interpreter.Limits(budget: budget, instructions: .max, cpuTime: .seconds(1 << 30))
        let function = try Interpreter(limits: limits).evaluate(text, name: name, as: LuaFunction.self)
        let unarmed = try RawState(text, hookInterval: 0)
        return Row(
            "plain Lua, \(name)", bar: budget == .exact ? nil : 1.1,
            ours: { operations in
                guard try function.call(operations, as: Int.self) == operations else { throw RawState.Failure() }
            }, baseline: { try unarmed.run($0, false) })
    }
}

/// A source that returns a function, which runs the body the given number of times.
func loop(_ body: String, locals: String) -> String {
    "\(locals) return function(n) local x = 0 for _ = 1, n do \(body) end return x end"
}

/// A state of the C API with one prepared function.
final class RawState {
    struct Failure: Error {}

    let raw: OpaquePointer

    init(_ text: String, hookInterval: Int32) throws {
        guard let raw = raw_lua_new(hookInterval) else { throw Failure() }
        self.raw = raw
        guard raw_lua_prepare(raw, text) else { throw Failure() }
    }

    deinit {
        raw_lua_free(raw)
    }

    /// Every iteration of each loop adds one, so the result shows whether all of them ran.
    func run(_ operations: Int, _ isHostLoop: Bool) throws {
        let count = Int64(operations)
        let succeeded = isHostLoop ? raw_lua_call_repeatedly(raw, count) : raw_lua_run(raw, count)
        guard succeeded, raw_lua_result(raw) == count else { throw Failure() }
    }
}
