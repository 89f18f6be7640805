import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Coroutines that Swift resumes.
@Suite struct CoroutineTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.setGlobal("refuse", to: HostFunction("refuse") { (n: Int) in throw TestError(reason: n) })
        try lua.run(
            "function closing(f) return setmetatable({}, { __close = function(_, e) f(e) end }) end", name: "c.lua")
    }

    private func coroutine(_ body: String) throws -> LuaCoroutine {
        let text = "return function(...) \(body) end"
        return try LuaCoroutine(lua.evaluate(text, name: "co.lua", as: LuaFunction.self))
    }

    private func flag(_ name: String) throws -> Bool {
        try lua.evaluate("return \(name) == true", name: "flag.lua")
    }

    @Test func resumePassesValuesInAndOut() throws {
        let add = try coroutine("local a, b = ... while true do a, b = coroutine.yield(a + b) end")
        #expect(try add.resume(1, 2, as: Int.self) == 3)
        #expect(try add.resume(3, 4, as: Int.self) == 7)
        try add.resume(5, 6)
        #expect(try add.status == .suspended)
    }

    @Test func hostFunctionYields() throws {
        try lua.setGlobal(
            "pause",
            to: HostFunction(name: "pause") { call in
                try call.stack.write("paused", at: 0)
                try call.stack.write(Int64(call.count), at: 0)
                return .yield(2)
            })
        let paused = try coroutine("local said, more = pause(...) return said .. more")
        #expect(try paused.resume(true, true, as: String.self) == "paused")
        #expect(try paused.status == .suspended)
        #expect(try paused.resume("go", " on", as: String.self) == "go on")
        let nested = """
            local inner = coroutine.wrap(function() local ok, said = pcall(pause) return said, ok end)
            assert(inner() == "paused" and inner("back") == "back")
            local object = setmetatable({}, { __index = pause })
            local reading = coroutine.create(function() return object.anything end)
            assert(select(3, coroutine.resume(reading)) == 2 and coroutine.status(reading) == "suspended")
            assert(select(2, coroutine.resume(reading, "read")) == "read")
            """
        try lua.run(nested, name: "n.lua")
    }

    @Test(arguments: [
        ("pause()", "attempt to yield from outside a coroutine"),
        (
            "coroutine.wrap(function() table.sort({ 2, 1 }, pause) end)()",
            "attempt to yield across a C-call boundary"
        ),
    ])
    func hostFunctionThatCannotYieldFails(_ text: String, message: String) throws {
        try lua.setGlobal("pause", to: HostFunction(name: "pause") { _ in .yield(0) })
        let error = #expect(throws: LuaError.self) { try lua.run("\n" + text, name: "n.lua") }
        #expect(error?.message == message)
        #expect(error?.location == ScriptLocation(file: "n.lua", line: 2))
    }

    @Test func nextIsNilAfterTheFunctionReturns() throws {
        let count = try coroutine("local n = ... for i = 1, n do coroutine.yield(i) end return 'over'")
        #expect(try count.status == .suspended)
        var numbers: [Int] = []
        while let number = try count.next(3, as: Int.self) { numbers.append(number) }
        #expect(numbers == [1, 2, 3])
        #expect(try count.status == .finished)
        #expect(try count.next(as: Int.self) == nil)
        let last = try coroutine("return 'over'")
        #expect(try last.resume(as: String.self) == "over")
    }

    @Test func errorOfACoroutineIsThrown() throws {
        let broken = try coroutine("coroutine.yield() refuse(3)")
        try broken.resume()
        #expect(throws: TestError(reason: 3)) { try broken.resume() }
        #expect(try broken.status == .finished)
        let error = #expect(throws: LuaError.self) { try broken.resume() }
        #expect(error?.description == "cannot resume dead coroutine")
        let located = #expect(throws: LuaError.self) { try coroutine("error('x')").resume() }
        #expect(located?.description == "co.lua:1: x")
        #expect(located?.traceback.contains { $0.location?.file == "co.lua" } == true)
    }

    @Test func failedCoroutineClosesItsVariables() throws {
        let broken = try coroutine(
            "local x <close> = closing(function(e) closed = e:find('late') ~= nil end) error('late')")
        #expect(throws: LuaError.self) { try broken.resume() }
        #expect(try flag("closed"))
    }

    @Test func closingACoroutineClosesItsVariables() throws {
        let open = try coroutine("local x <close> = closing(function() closed = true end) coroutine.yield(1)")
        try open.resume()
        #expect(try !flag("closed"))
        try open.close()
        #expect(try flag("closed"))
        #expect(try open.status == .finished)
        try open.close()
        let unborn = try coroutine("ran = true")
        try unborn.close()
        #expect(try unborn.status == .finished)
        #expect(try !flag("ran"))
    }

    @Test func errorOfClosingACoroutineIsThrown() throws {
        let open = try coroutine("local x <close> = closing(function() refuse(5) end) coroutine.yield(1)")
        try open.resume()
        #expect(throws: TestError(reason: 5)) { try open.close() }
        #expect(try open.status == .finished)
    }

    /// Lua before 5.4.8 lets the closing variable overwrite the slot of the message handler, and loses the error.
    @Test func closingACoroutineInsideAHandlerLosesItsErrorAtMost() throws {
        let open = try coroutine(
            "xpcall(function() local x <close> = closing(function() error('late') end) coroutine.yield(1) end, function(e) return e end)"
        )
        try open.resume()
        let error = #expect(throws: LuaError.self) { try open.close() }
        #expect(["late", "error in error handling"].contains(error?.message))
        #expect(try open.status == .finished)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test func closingACoroutineHasABudget() throws {
        let lua = try Interpreter(limits: .init(instructions: 100_000))
        let text = """
            return function()
                local x <close> = setmetatable({}, { __close = function() while true do end end })
                coroutine.yield()
            end
            """
        let open = try LuaCoroutine(lua.evaluate(text, name: "co.lua", as: LuaFunction.self))
        try open.resume()
        #expect(#expect(throws: LuaError.self) { try open.close() }?.code == .budget)
        try open.close()
        #expect(try open.status == .finished)
    }

    @Test func coroutineOutOfBudgetIsAbandoned() throws {
        let lua = try Interpreter(limits: .init(instructions: 100_000))
        let text = """
            return function()
                local x <close> = setmetatable({}, { __close = function() while true do end end })
                while true do end
            end
            """
        let endless = try LuaCoroutine(lua.evaluate(text, name: "co.lua", as: LuaFunction.self))
        #expect(#expect(throws: LuaError.self) { try endless.resume() }?.code == .budget)
        try endless.close()
        #expect(try endless.status == .finished)
    }

    @Test func eachResumeHasItsOwnBudget() throws {
        let lua = try Interpreter(limits: .init(instructions: 100_000))
        let text = "return function() while true do for i = 1, 50000 do end coroutine.yield() end end"
        let work = try LuaCoroutine(lua.evaluate(text, name: "co.lua", as: LuaFunction.self))
        for _ in 0..<20 { try work.resume() }
        #expect(try work.status == .suspended)
    }

    @Test func coroutineOfAScriptIsResumedBySwift() throws {
        let text = "co = coroutine.create(function() for i = 1, 9 do coroutine.yield(i) end end) return co"
        let shared = try lua.evaluate(text, name: "co.lua", as: LuaCoroutine.self)
        #expect(try shared.next(as: Int.self) == 1)
        #expect(try lua.evaluate("return select(2, coroutine.resume(co))", name: "co.lua", as: Int.self) == 2)
        #expect(try shared.next(as: Int.self) == 3)
        let same = try lua.evaluate("return function(c) return c == co end", name: "co.lua", as: LuaFunction.self)
        #expect(try same.call(shared, as: Bool.self))
        let error = #expect(throws: LuaError.self) {
            try lua.evaluate("return 1", name: "co.lua", as: LuaCoroutine.self)
        }
        #expect(error?.description == "co.lua:1: bad result: expects LuaCoroutine, got the integer 1")
    }

    @Test func resultErrorOfACoroutineHasTheLineOfTheYield() throws {
        let body = "\ncoroutine.yield('x')\ncoroutine.yield {\nport = 'y' }\ncoroutine.yield()\nreturn 'z'"
        let mixed = try coroutine(body)
        func refusal<T: Convertible>(as type: T.Type) -> String? {
            #expect(throws: LuaError.self) { try mixed.resume(as: type) }.map { "\($0)" }
        }
        #expect(refusal(as: Int.self) == "co.lua:2: bad result: expects an integer, got the string \"x\"")
        let port = "at port expects an integer, got the string \"y\""
        #expect(refusal(as: [String: Int].self) == "co.lua:4: bad result: \(port)")
        #expect(refusal(as: Int.self) == "co.lua:5: bad result: is missing")
        // Nothing is left that would tell its line.
        #expect(refusal(as: Int.self) == "bad result: expects an integer, got the string \"z\"")
    }

    @Test func coroutineIsRefusedByAnotherInterpreter() throws {
        let other = try Interpreter()
        let co = try coroutine("")
        let error = #expect(throws: ConversionError.self) {
            try other.evaluate("return function() end", name: "o.lua", as: LuaFunction.self).call(co)
        }
        #expect(error?.description == "is a coroutine of another interpreter")
    }

    /// The thread of an entry can be kept, and the next entry has it again.
    @Test func entryIsNotACoroutineWhileItsArgumentsAreWritten() throws {
        struct Meddler: Convertible {
            let lua: Interpreter
            static func read(from reader: ValueReader) throws -> Meddler { throw reader.mismatch(type: Meddler.self) }
            func write(to writer: ValueWriter) throws {
                try lua.run("_, why = coroutine.resume(kept, 1)", name: "m.lua")
                try 7.write(to: writer)
            }
            static var shape: ValueShape { .anything }
        }
        let same = try lua.evaluate("return function(n) return n end", name: "co.lua", as: LuaFunction.self)
        try lua.run("kept = coroutine.running()", name: "co.lua")
        #expect(try same.call(Meddler(lua: lua), as: Int.self) == 7)
        #expect(try lua.evaluate("return why", name: "co.lua", as: String.self) == "cannot resume dead coroutine")
    }

    @Test func runningCoroutineCannotBeResumedOrClosed() throws {
        let holder = Lock<LuaCoroutine?>(nil)
        let outcomes = Lock<[String]>([])
        try lua.setGlobal(
            "meanwhile",
            to: HostFunction("meanwhile") {
                let thread = TestThread {
                    guard let co = holder.withLock({ $0 }) else { return }
                    let attempts: [() throws -> Void] = [{ try co.resume() }, { try co.close() }]
                    for attempt in attempts {
                        do { try attempt() } catch { outcomes.withLock { $0.append("\(error)") } }
                    }
                    outcomes.withLock { $0.append("\((try? co.status).map { "\($0)" } ?? "")") }
                }
                thread.join()
            })
        let co = try coroutine("meanwhile()")
        holder.withLock { $0 = co }
        try co.resume()
        holder.withLock { $0 = nil }
        #expect(
            outcomes.withLock { $0 } == [
                "cannot resume non-suspended coroutine", "cannot close a coroutine that is active", "active",
            ])
    }

    @Test func droppedCoroutinesAreFreed() throws {
        let text = "return function() local t = ('x'):rep(1000) coroutine.yield() return t end"
        let make = try lua.evaluate(text, name: "co.lua", as: LuaFunction.self)
        func work() throws -> Int {
            for _ in 0..<1000 { try LuaCoroutine(make).resume() }
            lua.collect()
            return lua.memoryInUse
        }
        let before = try work()
        #expect(try work() < before + 20_000)
    }
}
