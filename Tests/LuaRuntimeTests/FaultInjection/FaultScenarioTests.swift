import LuaRuntime
import LuaRuntimeTesting
import MoonwireSupport
import MoonwireValues
import Testing

/// When anything in the bridge fails, the program continues, nothing leaks, and the interpreter can still be used.
@Suite struct FaultScenarioTests {
    struct Scenario: CustomTestStringConvertible, Sendable {
        let name: String
        let run: @Sendable (FaultSweep.Trial) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (FaultSweep.Trial) throws -> Void) {
            self.name = name
            self.run = run
        }

        /// A script that finds a function `guest`, which makes objects, and one `look`, which takes them.
        init(_ name: String, script: String) {
            self.init(name) { trial in try Scenario.interpreter(trial).run(script, name: "fault.lua") }
        }

        static func interpreter(_ trial: FaultSweep.Trial, profile: Interpreter.Profile = .configuration) throws
            -> Interpreter
        {
            let lua = try Interpreter(profile: profile, output: { _ in })
            try lua.setGlobal("guest", to: HostFunction("guest") { trial.object() })
            try lua.setGlobal("look", to: HostFunction("look") { (_: FaultSweep.Trial.Object) in })
            return lua
        }

        var testDescription: String { name }
    }

    @Test(arguments: Scenario.scripts + Scenario.bridge) func scenariosSurviveEveryFailedAllocation(
        _ scenario: Scenario
    ) throws {
        let report = try FaultSweep.allocations(isExpected: Self.isOutOfMemory, scenario.run)
        #expect(report.points(of: .limit) > 100)
    }

    @Test(arguments: Scenario.scripts + Scenario.bridge) func scenariosSurviveEveryEndOfTheBudget(_ scenario: Scenario)
        throws
    {
        let report = try FaultSweep.budget(scenario.run)
        #expect(report.points(of: .budget) > 0)
    }

    /// A refusal is an error like others to a script, which may raise it again with a place in front.
    static func isOutOfMemory(_ error: any Error) -> Bool {
        guard let error = error as? LuaError else { return false }
        return error.code == .memory || error.message.hasSuffix("not enough memory")
    }
}

extension FaultScenarioTests.Scenario {
    static let scripts: [Self] = [
        Self("tables", script: "local t = {} for i = 1, 40 do t[i] = { i } t['k' .. i] = guest() end kept = t"),
        Self("closures", script: "local fs = {} for i = 1, 9 do local g = guest() fs[i] = function() return g end end"),
        Self(
            "texts", script: "local s = '' for i = 1, 30 do s = s .. i .. ('%5.1f'):format(i) .. s:rep(2):sub(1, 9) end"
        ),
        Self(
            "buffers",
            script: "local t = {} for i = 1, 300 do t[i] = 'some text ' .. i end kept = table.concat(t, ', '):upper()"),
        Self(
            "patterns",
            script: """
                local s = ('key=value; '):rep(20)
                for k, v in s:gmatch '(%w+)=(%w+)' do kept = k .. v end
                kept = s:gsub('%w+', function(w) return w:upper() end):gsub('(%w)(%w)', '%2%1')
                assert(s:find('value', 1, true) and s:match '^(%w+)')
                """),
        Self(
            "sort",
            script: """
                local t = {} for i = 1, 40 do t[i] = (i * 7919) % 101 end
                table.sort(t) table.sort(t, function(a, b) return a > b end)
                table.insert(t, 1, 0) table.remove(t, 2) kept = { table.unpack(table.move(t, 1, 9, 3, {})) }
                """),
        Self("walks", script: "local t = { z = 1, b = 2, guest(), 4 } for k in pairs(t) do next(t, k) end kept = t"),
        Self(
            "coroutines",
            script: """
                local function walk(n) for i = 1, n do coroutine.yield(guest()) end return 'end' end
                for i = 1, 4 do for g in coroutine.wrap(function() walk(i) end) do look(g) end end
                local co = coroutine.create(walk)
                assert(coroutine.resume(co, 1))
                kept = co
                """),
        Self(
            "coroutines that fail",
            script: """
                local co = coroutine.create(function() local g = guest() error { code = 7, guest = g } end)
                local _, e = coroutine.resume(co)
                pcall(coroutine.wrap(function() error 'inside' end))
                """),
        Self(
            "variables to close",
            script: """
                local closing = { __close = function(t) look(t.guest) end }
                local function open() return setmetatable({ guest = guest() }, closing) end
                do local a <close> = open() local b <close> = open() end
                pcall(function() local a <close> = open() error 'x' end)
                for i = 1, 3 do local a <close> = open() if i == 2 then break end end
                coroutine.wrap(function() local a <close> = open() coroutine.yield() end)()
                """),
        Self(
            "errors",
            script: """
                for i = 1, 5 do pcall(error, { i, guest() }) pcall(look, i) end
                xpcall(function() local x = nil; return x.y end, function(m) return { m, guest() } end)
                local ok, e = pcall(string.rep) kept = { e, tostring(look) }
                """),
        Self(
            "metatables",
            script: """
                local class = { __index = function(t, k) return k .. '!' end, __call = function(t, g) return g end }
                class.__tostring = function() return 'thing' end class.__eq = function() return true end
                local t = setmetatable({}, class)
                kept = { t.name, t(guest()), tostring(t), t == setmetatable({}, class) } print(t, kept)
                """),
        Self(
            "calls that are nested deeply",
            script: "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(150)"),
    ]

    static let bridge: [Self] = [
        Self("loading") { trial in
            let lua = try interpreter(trial)
            for index in 1...3 {
                let make = try lua.evaluate(
                    "local g = guest() return function() return g end", name: "\(index).lua", as: LuaFunction.self)
                _ = try make.call(as: FaultSweep.Trial.Object.self)
            }
        },
        Self("calls") { trial in
            let lua = try interpreter(trial)
            let join = try lua.evaluate(
                "return function(a, b, c) return a .. b .. #c end", name: "f.lua", as: LuaFunction.self)
            for index in 1...3 { _ = try join.call(index, "b", [1.5, 2], as: String.self) }
        },
        Self("values") { trial in
            let lua = try interpreter(trial)
            let value: PlainValue = [
                "list": [1, 2.5, nil, "four"], "map": ["a": ["b": [true, false]]], "text": "long enough",
            ]
            try lua.setGlobal("deep.value", to: value)
            #expect(try lua.evaluate("return deep.value", name: "v.lua", as: PlainValue.self) == value)
        },
        Self("objects") { trial in
            let lua = try interpreter(trial)
            let objects = (0..<5).map { _ in trial.object() }
            for object in objects { try lua.setGlobal("guest", to: object) }
            try lua.setGlobal("all", to: objects)
            try lua.run("look(guest) look(all[1]) assert(guest == all[5]) all = nil", name: "o.lua")
            lua.collect()
        },
        Self("classes") { trial in
            let lua = try interpreter(trial)
            var hostClass = HostClass(name: "HeldObject")
            hostClass.getters["age"] = HostFunction("age") { (_: FaultSweep.Trial.Object) in 7 }
            hostClass.methods["greet"] = HostFunction("greet") { (_: FaultSweep.Trial.Object, name: String) in
                "Hello \(name)"
            }
            lua.register(hostClass, for: ObjectIdentifier(FaultSweep.Trial.Object.self))
            try lua.run("local g = guest() assert(g.age == 7 and g:greet 'you' == 'Hello you')", name: "c.lua")
            try lua.run("local ok, e = pcall(function() return guest().name end) kept = e", name: "c.lua")
        },
        Self("loans") { trial in
            let lua = try interpreter(trial)
            var hostClass = HostClass(name: "HeldObject")
            hostClass.isSendable = false
            lua.register(hostClass, for: ObjectIdentifier(FaultSweep.Trial.Object.self))
            let keep = try lua.evaluate(
                "return function(g) kept = { g, guest() } look(g) end", name: "l.lua", as: LuaFunction.self)
            for _ in 1...3 { try keep.call(trial.object()) }
            try lua.run("assert(not pcall(look, kept[1]))", name: "l.lua")
        },
        Self("callbacks that fail") { trial in
            struct Loss: Error {}
            let lua = try interpreter(trial)
            let object = trial.object()
            try lua.setGlobal(
                "lose", to: HostFunction("lose") { (_: FaultSweep.Trial.Object) throws -> Void in throw Loss() })
            try lua.setGlobal("guest", to: object)
            try lua.run(
                "for i = 1, 3 do local ok, e = pcall(lose, guest) kept = { ok, e, tostring(e) } end", name: "e.lua")
            do { try lua.run("lose(guest)", name: "e.lua") } catch is Loss {}
        },
        Self("callbacks that call back") { trial in
            let lua = try interpreter(trial)
            let twice = HostFunction("twice") { (f: LuaFunction) in
                let first = try f.call(as: FaultSweep.Trial.Object.self)
                return [first, try f.call(as: FaultSweep.Trial.Object.self)]
            }
            try lua.setGlobal("twice", to: twice)
            try lua.run("kept = twice(guest) look(twice(function() return kept[1] end)[2])", name: "b.lua")
        },
        Self("functions that are kept") { trial in
            let lua = try interpreter(trial)
            let make = try lua.evaluate(
                "return function() local g = guest() return function() return g end end", name: "k.lua",
                as: LuaFunction.self)
            let kept = try (0..<4).map { _ in try make.call(as: LuaFunction.self) }
            for function in kept { _ = try function.call(as: FaultSweep.Trial.Object.self) }
        },
        Self("a handler where no more calls fit") { trial in
            let lua = try interpreter(trial)
            // What Lua says there is found without memory where something holds the same text: the script must not.
            try lua.setGlobal("collect", to: HostFunction("collect") { [weak lua] in lua?.collect() })
            let script = """
                local co, said = coroutine.create(function() end)
                local t = setmetatable({}, { __add = function(a, b) return a + b end })
                xpcall(function() return t + 1 end, function() collect() said = select(2, coroutine.resume(co)) end)
                assert(not said or said:sub(1, 7) == 'C stack')
                """
            try lua.run(script, name: "h.lua")
        },
        Self("coroutines that Swift resumes") { trial in
            let lua = try interpreter(trial)
            let text = """
                return function(n)
                    local g <close> = setmetatable({ guest() }, { __close = function(t) look(t[1]) end })
                    for i = 1, n do coroutine.yield(g[1]) end
                    error 'over'
                end
                """
            let whole = try LuaCoroutine(lua.evaluate(text, name: "co.lua", as: LuaFunction.self))
            _ = try whole.resume(1, as: FaultSweep.Trial.Object.self)
            do {
                try whole.resume()
            } catch let error as LuaError where error.message == "over" {}
            let closed = try LuaCoroutine(lua.evaluate(text, name: "co.lua", as: LuaFunction.self))
            while try closed.next(2, as: FaultSweep.Trial.Object.self) != nil { try closed.close() }
        },
        Self("text that does not parse") { trial in
            let lua = try interpreter(trial)
            do { try lua.run("local x = = 1", name: "s.lua") } catch let error as LuaError where error.code == .syntax {
            }
            try lua.run("return 1", name: "t.lua")
            let include = HostFunction(name: "include") { call in
                try call.load("local y = = 1", name: "i.lua", cacheKey: nil)
            }
            try lua.setGlobal("include", to: include)
            try lua.run("assert(not pcall(include))", name: "s.lua")
        },
        Self("whoever is told what scripts say enters") { trial in
            let entered = Lock<Interpreter?>(nil)
            let lua = try Interpreter(output: { _ in
                try? entered.withLock { $0 }?.run("kept = { function() end }", name: "in.lua")
            })
            entered.withLock { $0 = lua }
            defer { entered.withLock { $0 = nil } }
            try lua.run("print('a') warn('b') print('c')", name: "p.lua")
        },
        Self("undeclared globals") { trial in
            let lua = try interpreter(trial)
            let refuse = HostFunction(name: "refuse") { call in throw LuaError(.runtime, "no global \(call.count)") }
            try lua.guardGlobals(read: refuse, write: refuse)
            try lua.run("assert(not pcall(function() return nothing end))", name: "g.lua")
        },
    ]
}
