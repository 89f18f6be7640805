import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

private enum Caller {
    @TaskLocal static var name = "nobody"
}

/// Scripts that call asynchronous Swift functions.
@Suite struct AsyncTests {
    private let lua: Interpreter
    private let gate = AsyncGate()

    init() throws {
        lua = try Interpreter()
        let gate = gate
        try lua.setGlobal(
            "double",
            to: .async("double") { (n: Int) -> Int in
                await Task.yield()
                return 2 * n
            })
        try lua.setGlobal(
            "refuse",
            to: .async("refuse") { (n: Int) in
                await Task.yield()
                throw TestError(reason: n)
            })
        try lua.setGlobal("pass", to: .async("pass") { await gate.pass() })
    }

    private func failure(_ text: String) async -> LuaError? {
        await #expect(throws: LuaError.self) { try await lua.asynchronous.run(text, name: "a.lua") }
    }

    @Test func aScriptAwaitsAResult() async throws {
        #expect(try await lua.asynchronous.evaluate("return double(20) + double(1)", name: "a.lua", as: Int.self) == 42)
        let text = "return function(a, b) return double(a) .. b end"
        let function = try lua.evaluate(text, name: "a.lua", as: LuaFunction.self)
        #expect(try await function.asynchronous.call(4, "!", as: String.self) == "8!")
        try await function.asynchronous.call(4, "!")
        try await lua.asynchronous.run("pi = double(3)", name: "a.lua")
        #expect(try lua.evaluate("return pi", name: "a.lua", as: Int.self) == 6)
    }

    @Test func manyResultsAreAwaitedInTurn() async throws {
        let text = "local sum = 0 for i = 1, 500 do sum = sum + double(i) end return sum"
        #expect(try await lua.asynchronous.evaluate(text, name: "a.lua", as: Int.self) == 500 * 501)
    }

    @Test func asyncEntryThatAwaitsNothingReturnsItsResult() async throws {
        #expect(try await lua.asynchronous.evaluate("return 1", name: "a.lua", as: Int.self) == 1)
        #expect(await failure("error('x')")?.description == "a.lua:1: x")
        #expect(await failure("x = = 1")?.code == .syntax)
    }

    @Test func interpreterIsFreeWhileAnEntryAwaits() async throws {
        async let suspended = lua.asynchronous.evaluate("pass() return 'done'", name: "a.lua", as: String.self)
        await gate.arrived()
        #expect(try lua.evaluate("return 1", name: "b.lua", as: Int.self) == 1)
        #expect(try await lua.asynchronous.evaluate("return double(1)", name: "b.lua", as: Int.self) == 2)
        await gate.open()
        #expect(try await suspended == "done")
    }

    @Test func manyEntriesAreSuspendedAtOnce() async throws {
        let lua = lua
        let gate = gate
        let text = "return function(id) local n = double(id) pass() return n + double(id) end"
        let function = try lua.evaluate(text, name: "a.lua", as: LuaFunction.self)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for id in 1...100 { group.addTask { try await function.asynchronous.call(id, as: Int.self) } }
            await gate.arrived(100)
            lua.collect()
            await gate.open()
            return try await group.reduce(0, +)
        }
        #expect(sum == 4 * 5050)
    }

    /// What yields for a script is not taken for what awaits.
    @Test func aHostFunctionYieldsWhileOthersAwait() async throws {
        try lua.setGlobal("pause", to: HostFunction(name: "pause") { _ in .yield(0) })
        async let suspended: Void = lua.asynchronous.run("pass()", name: "a.lua")
        await gate.arrived()
        let text = """
            local co = coroutine.create(pause) coroutine.resume(co)
            return coroutine.status(co) .. tostring(coroutine.resume(co)) .. coroutine.status(co)
            """
        #expect(try lua.evaluate(text, name: "b.lua", as: String.self) == "suspendedtruedead")
        await gate.open()
        try await suspended
    }

    @Test func swiftErrorOfAnAsyncFunctionArrivesUnchanged() async {
        await #expect(throws: TestError(reason: 3)) { try await lua.asynchronous.run("refuse(3)", name: "a.lua") }
    }

    @Test func scriptCatchesTheErrorOfAnAsyncFunction() async throws {
        let text = "local ok, e = pcall(refuse, 4) return tostring(ok) .. e.message .. double(1)"
        #expect(try await lua.asynchronous.evaluate(text, name: "a.lua", as: String.self) == "falserefused for 42")
        let handled = "local _, m = xpcall(refuse, function(e) return e.message .. '!' end, 5) return m .. double(1)"
        #expect(try await lua.asynchronous.evaluate(handled, name: "a.lua", as: String.self) == "refused for 5!2")
    }

    @Test func reportShowsTheAsyncFunction() async {
        let error = await #expect(throws: LuaError.self) {
            try await lua.reporting { try await lua.asynchronous.run("\nlocal x = refuse(6)", name: "a.lua") }
        }
        #expect(error?.underlying as? TestError == TestError(reason: 6))
        #expect(error?.traceback.map(\.description) == ["Swift function \"refuse\"", "a.lua:2"])
    }

    @Test func argumentErrorOfAnAsyncFunctionNamesTheArgument() async {
        #expect(
            await failure("double('x')")?.description
                == "a.lua:1: bad argument 1 to \"double\": expects an integer, got the string \"x\"")
    }

    @Test func resultErrorOfAnAsyncFunctionNamesTheFunction() async throws {
        let message = "bad result: expects an integer, got the string \"x\""
        let text = await #expect(throws: LuaError.self) {
            try await lua.asynchronous.evaluate("return 'x'", name: "a.lua", as: Int.self)
        }
        #expect(text?.description == "a.lua:1: \(message)")
        let function = try lua.evaluate("return function() return 'x' end", name: "a.lua", as: LuaFunction.self)
        let called = await #expect(throws: LuaError.self) { try await function.asynchronous.call(as: Int.self) }
        #expect(called?.description == "a.lua:1: \(message)")
        try lua.setGlobal("big", to: .async("big") { UInt64.max })
        #expect(await failure("big()")?.message.hasPrefix("bad result of \"big\": expects an integer") == true)
    }

    @Test(arguments: [
        "return coroutine.wrap(function() return double(21) end)()",
        "return select(2, coroutine.resume(coroutine.create(function() return double(21) end)))",
        "local w = coroutine.wrap return w(function() return w(function() return w(function() return double(21) end)() end)() end)()",
        """
        local co = coroutine.wrap(function()
            local sum = 0
            for i = 1, 3 do sum = sum + double(i) coroutine.yield(sum) end
        end)
        return co() + co() + co() + 22
        """,
        "local t = setmetatable({}, { __index = function(_, n) return double(n) end }) return t[21]",
        "local t = setmetatable({}, { __add = function(_, n) return double(n) end, __lt = function(_, n) return double(1) == 2 end }) return t < t and t + 21",
        "for n in function(_, n) return not n and double(21) or nil end do return n end",
        "local n do local x <close> = setmetatable({}, { __close = function() n = double(21) end }) end return n",
        "local _, _, n = pcall(pcall, double, 21) return n",
        "local ok, n = pcall(coroutine.wrap(function() return select(2, pcall(double, 21)) end)) return n",
    ])
    func awaitingPassesThroughMetamethodsAndProtectedCalls(_ text: String) async throws {
        #expect(try await lua.asynchronous.evaluate(text, name: "a.lua", as: Int.self) == 42)
    }

    @Test(arguments: [
        "table.sort({ 3, 2, 1 }, function(a, b) return double(a) < b end)",
        "string.gsub('x', '.', function() double(1) end)",
        "tostring(setmetatable({}, { __tostring = function() return double(1) .. '' end }))",
        "coroutine.wrap(function() table.sort({ 3, 2, 1 }, coroutine.wrap(function() double(1) end)) end)()",
    ])
    func awaitingInsideALibraryFunctionIsRefused(_ text: String) async throws {
        let message = "\"double\" cannot be awaited inside a function that a library function called"
        #expect(await failure(text)?.message == message)
        #expect(try await lua.asynchronous.evaluate("return double(1)", name: "a.lua", as: Int.self) == 2)
    }

    @Test func awaitingIsRefusedOutsideOfAnAsynchronousEntry() async throws {
        let lua = lua
        // The next entry takes the place of one that could.
        try await lua.asynchronous.run("double(1)", name: "a.lua")
        let error = #expect(throws: LuaError.self) { try lua.run("\ndouble(1)", name: "a.lua") }
        #expect(error?.description == "a.lua:2: \"double\" can be called only inside an asynchronous entry")
        try lua.setGlobal("nested", to: HostFunction("nested") { try lua.run("double(1)", name: "n.lua") })
        #expect(
            await failure("nested()")?.description
                == "n.lua:1: \"double\" can be called only inside an asynchronous entry")
        let co = try LuaCoroutine(
            lua.evaluate("return function() double(1) end", name: "c.lua", as: LuaFunction.self))
        #expect(throws: LuaError.self) { try co.resume() }
    }

    @Test func aCoroutineThatAwaitsBelongsToItsEntry() async throws {
        try lua.run("co = coroutine.create(function() pass() coroutine.yield(7) end)", name: "a.lua")
        async let first = lua.asynchronous.evaluate(
            "return select(2, coroutine.resume(co))", name: "a.lua", as: Int.self)
        await gate.arrived()
        let text = "local ok, e = coroutine.resume(co) return coroutine.status(co) .. ' ' .. tostring(e)"
        #expect(
            try lua.evaluate(text, name: "b.lua", as: String.self) == "normal cannot resume non-suspended coroutine")
        await gate.open()
        #expect(try await first == 7)
        #expect(try lua.evaluate("return coroutine.status(co)", name: "b.lua", as: String.self) == "suspended")
    }

    @Test func awaitingCoroutineSpendsTheBudgetOfItsResumer() async throws {
        let make = "co = coroutine.create(function() while true do end end) pass() return 'done'"
        async let first = lua.asynchronous.evaluate(make, name: "a.lua", as: String.self)
        await gate.arrived()
        let error = #expect(throws: LuaError.self) { try lua.run("coroutine.resume(co)", name: "b.lua") }
        #expect(error?.code == .budget)
        await gate.open()
        #expect(try await first == "done")
    }

    @Test func suspendedCoroutineIsResumedWhileAnotherEntryAwaits() async throws {
        async let first: Void = lua.asynchronous.run("pass()", name: "a.lua")
        await gate.arrived()
        let text = "local co = coroutine.wrap(function() coroutine.yield(1) return 2 end) return co() + co()"
        #expect(try lua.evaluate(text, name: "b.lua", as: Int.self) == 3)
        await gate.open()
        try await first
    }

    @Test func loadedChunkAwaits() async throws {
        let load = HostFunction(name: "load") { call in
            try call.load("return double(21)", name: "l.lua", cacheKey: "l")
        }
        try lua.setGlobal("load", to: load)
        #expect(try await lua.asynchronous.evaluate("return load()", name: "a.lua", as: Int.self) == 42)
    }

    @Test func membersOfObjectsAwait() async throws {
        final class Page: Sendable {}
        let text = HostFunction.async("text") { (_: PlainValue?) in "text" }
        let title = HostFunction.async("title") { "title" }
        lua.register(
            HostClass(name: "Page", methods: ["text": text], getters: ["title": title]),
            for: ObjectIdentifier(Page.self))
        let page = Page()
        try lua.setGlobal("page", push: { try $0.write(object: page, at: 0) })
        #expect(try await lua.asynchronous.evaluate("return page.title .. page.text()", name: "a.lua") == "titletext")
    }

    @Test(arguments: [LuaReturn.values(-3), .values(-4), .yield(-1), .yield(1)])
    func impossibleCountOfResultsIsAnError(_ odd: LuaReturn) async throws {
        try lua.setGlobal("odd", to: HostFunction(name: "odd") { _ in odd })
        let error = #expect(throws: LuaError.self) { try lua.run("coroutine.wrap(odd)()", name: "a.lua") }
        #expect(error?.message == "the function returns more values than the stack contains")
        #expect(await failure("odd()")?.message == "the function returns more values than the stack contains")
        #expect(await failure("coroutine.wrap(odd)()")?.location == ScriptLocation(file: "a.lua", line: 1))
    }

    @Test func awaitedResultIsDeliveredOnce() async throws {
        let naps = Lock(0)
        try lua.setGlobal("nap", to: .async("nap") { naps.withLock { $0 += 1 } })
        try lua.setGlobal("odd", to: HostFunction(name: "odd") { _ in .values(-3) })
        try await lua.asynchronous.run("nap() pcall(odd)", name: "a.lua")
        #expect(naps.withLock { $0 } == 1)
    }

    @Test func operationThatIsNoLongerAwaitedIsReleased() async throws {
        struct Fatal: Convertible, Sendable {
            let citizen: CountedObject
            static let source = Lock<(lua: Interpreter, counter: LiveObjectCounter)?>(nil)
            static func read(from reader: ValueReader) throws -> Fatal {
                guard let (lua, counter) = source.withLock({ $0 }) else { throw reader.mismatch(.object) }
                try? lua.run("while true do end", name: "in.lua")
                return Fatal(citizen: CountedObject(counter))
            }
            func write(to writer: ValueWriter) throws {}
            static var shape: ValueShape { .anything }
        }
        let counter = LiveObjectCounter()
        Fatal.source.withLock { [lua] in $0 = (lua, counter) }
        try lua.setGlobal("keep", to: .async("keep") { (_: Fatal) in })
        #expect(await failure("keep(1)")?.code == .budget)
        #expect(counter.made.withLock { $0 } == 1)
        #expect(counter.count == 0)
        Fatal.source.withLock { $0 = nil }
    }

    @Test func asyncEntryHasOneBudget() async throws {
        let lua = try Interpreter(limits: .init(instructions: 100_000))
        try lua.setGlobal("nap", to: .async("nap") { await Task.yield() })
        let text = "while true do for i = 1, 10000 do end nap() end"
        let error = await #expect(throws: LuaError.self) { try await lua.asynchronous.run(text, name: "a.lua") }
        #expect(error?.code == .budget)
        #expect(try await lua.asynchronous.evaluate("nap() return 1", name: "a.lua", as: Int.self) == 1)
        let tired = "while true do pcall(function() for i = 1, 10000 do end nap() end) end"
        #expect(
            await #expect(throws: LuaError.self) { try await lua.asynchronous.run(tired, name: "a.lua") }?.code
                == .budget)
    }

    @Test func hostFunctionsRunInTheTaskThatEntered() async throws {
        try lua.setGlobal("caller", to: HostFunction("caller") { Caller.name })
        try lua.setGlobal("later", to: .async("later") { Caller.name })
        let names = try await Caller.$name.withValue("me") {
            try await lua.asynchronous.evaluate(
                "return caller() .. later() .. caller()", name: "a.lua", as: String.self)
        }
        #expect(names == "mememe")
    }

    @Test func asyncEntryHasRoomForDeepCalls() async throws {
        let text = "local function f(n) return n == 0 and 0 or select(2, pcall(f, n - 1)) + 1 end return f(150)"
        #expect(try await lua.asynchronous.evaluate(text, name: "a.lua", as: Int.self) == 150)
        let deep =
            "local function f(n) if n == 0 then return double(0) end return coroutine.wrap(f)(n - 1) + 1 end return f(100)"
        #expect(try await lua.asynchronous.evaluate(deep, name: "a.lua", as: Int.self) == 100)
    }

    @Test(.timeLimit(.minutes(5))) func interpreterIsKeptUntilItsAsyncEntriesEnd() async throws {
        weak var forgotten: Interpreter?
        func start() throws -> Task<Int, any Error> {
            let lua = try Interpreter()
            forgotten = lua
            let gate = gate
            try lua.setGlobal("pass", to: .async("pass") { await gate.pass() })
            return Task { try await lua.asynchronous.evaluate("pass() return 5", name: "a.lua") }
        }
        let task = try start()
        await gate.arrived()
        #expect(forgotten != nil)
        await gate.open()
        #expect(try await task.value == 5)
        while forgotten != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
