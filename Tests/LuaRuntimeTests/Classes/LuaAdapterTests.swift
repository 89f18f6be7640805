import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

private protocol Greeter {
    func greet(_ name: String) throws -> String
    func part() throws
}

extension Greeter {
    func part() throws {}
}

private struct LuaGreeter: Greeter {
    let table: LuaTable

    func greet(_ name: String) throws -> String { try table.call("greet", name) }
    func part() throws { try table.callMethod("part") }
}

private final class SwiftGreeter: Greeter, HostObject, Sendable {
    func greet(_ name: String) -> String { "Good evening, \(name)" }
}

private struct Machine: Greeter, HostObject {
    func greet(_ name: String) -> String { "HELLO \(name.uppercased())" }
}

@Suite struct LuaAdapterTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(LuaAdapter((any Greeter).self, requires: ["greet", "part"]) { LuaGreeter(table: $0) })
        try lua.setGlobal(
            "welcome",
            to: HostFunction("welcome") { ($greeter: LuaAdapted<any Greeter>) in try greeter.greet("you") })
    }

    @Test func tableConformsThroughItsAdapter() throws {
        #expect(
            try lua.text("return welcome { greet = function(n) return 'hi ' .. n end, part = print }") == "hi you")
    }

    @Test func adapterAcceptsInheritedFunctions() throws {
        #expect(
            try lua.text(
                """
                local Base = { greet = function(n) return 'base ' .. n end, part = print }
                return welcome(setmetatable({}, { __index = Base }))
                """) == "base you")
    }

    @Test func conformingObjectsNeedNoAdapter() throws {
        try lua.setGlobal("butler", to: SwiftGreeter())
        try lua.setGlobal("machine", to: Machine())
        try lua.setGlobal("box", push: { try $0.write(object: ValueBox(Machine()), at: 0) })
        #expect(try lua.text("return welcome(butler)") == "Good evening, you")
        #expect(try lua.text("return welcome(machine) .. welcome(box)") == "HELLO YOUHELLO YOU")
    }

    @Test(arguments: [
        ("{}", "does not provide Greeter: there is no function \"greet\"; there is no function \"part\""),
        (
            "{ gret = print, part = print }",
            "does not provide Greeter: there is no function \"greet\"\n    did you mean \"greet\" instead of \"gret\"?"
        ),
        ("{ greet = 'hi', part = print }", "does not provide Greeter: \"greet\" is the string \"hi\", not a function"),
        (
            "{ greet = print, part = {} }",
            "does not provide Greeter: \"part\" is a map, not a function"
        ),
        ("nil", "expects Greeter, got nil"),
        ("'x'", "expects Greeter, got the string \"x\""),
        ("print", "expects Greeter, got a function"),
        ("stranger", "expects Greeter, got Counter"),
    ])
    func incompleteTableIsRefusedWhenItIsPassed(argument: String, reason: String) throws {
        try lua.setGlobal("stranger", to: Counter(1))
        let error = lua.failure("\nwelcome(\(argument))")
        #expect(error?.message == "bad argument 1 to \"welcome\": \(reason)")
        #expect(error?.location?.description == "o.lua:2")
    }

    @Test func tableWithoutAnAdapterIsRefused() throws {
        let bare = try Interpreter()
        try bare.setGlobal(
            "welcome",
            to: HostFunction("welcome") { ($greeter: LuaAdapted<any Greeter>) in try greeter.greet("you") })
        #expect(
            bare.failure("welcome {}")?.message
                == "bad argument 1 to \"welcome\": expects Greeter, got a table, for which no adapter is registered")
    }

    @Test func adaptedTableReturnsToScriptsAsTheSameTable() throws {
        try lua.setGlobal("back", to: HostFunction("back") { (greeter: LuaAdapted<any Greeter>) in greeter })
        try lua.setGlobal("butler", to: SwiftGreeter())
        #expect(try lua.text("local t = { greet = print, part = print } return back(t) == t") == "true")
        #expect(try lua.text("return back(butler) == butler") == "true")
    }

    @Test func coroutineCanPassATableToAnAdapter() throws {
        #expect(
            try lua.text(
                """
                local Base = { greet = function(n) return 'hi ' .. n end, part = print }
                local both = coroutine.wrap(function()
                    coroutine.yield(welcome(setmetatable({}, { __index = Base })))
                    return welcome(Base)
                end)
                return both() .. both()
                """) == "hi youhi you")
    }

    @Test func adaptersWorkInListsAndOptionals() throws {
        try lua.setGlobal(
            "all",
            to: HostFunction("all") { (greeters: [LuaAdapted<any Greeter>], last: LuaAdapted<any Greeter>?) in
                try (greeters.map { try $0.wrappedValue.greet("a") } + [last?.wrappedValue.greet("b") ?? "none"])
                    .joined(separator: " ")
            })
        try lua.run("g = { greet = function(n) return 'g' .. n end, part = print }", name: "o.lua")
        #expect(try lua.text("return all({ g, g })") == "ga ga none")
        #expect(try lua.text("return all({ g }, g)") == "ga gb")
        #expect(
            lua.failure("all({ g, {} })")?.message.hasPrefix("bad argument 1 to \"all\": at 2 does not provide Greeter")
                == true)
    }

    @Test func adaptedTableIsCalledLaterAndFromOtherThreads() throws {
        let kept = Lock<(any Greeter)?>(nil)
        try lua.setGlobal(
            "keep",
            to: HostFunction("keep") { ($greeter: LuaAdapted<any Greeter>) in kept.withLock { $0 = greeter } })
        try lua.run(
            "keep { greet = function(n) return 'later ' .. n end, part = function(self) self.gone = true end }",
            name: "o.lua")
        lua.collect()
        let texts = Lock<[String?]>([])
        let thread = TestThread {
            let text = kept.withLock { greeter in try? greeter?.greet("x") }
            texts.withLock { $0.append(text) }
        }
        thread.join()
        #expect(texts.withLock { $0 } == ["later x"])
        try kept.withLock { $0 }?.part()
    }

    @Test func errorOfAnAdaptedTableReachesTheCaller() throws {
        let error = lua.failure("welcome { greet = function() error('tired') end, part = print }")
        #expect(error?.description == "o.lua:1: tired")
    }

    @Test func wrappedValueIsMadeAtEachUseWithoutProjection() throws {
        let made = Lock(0)
        try lua.register(
            LuaAdapter((any Greeter).self, requires: ["greet"]) { table in
                made.withLock { $0 += 1 }
                return LuaGreeter(table: table)
            })
        try lua.setGlobal(
            "plain",
            to: HostFunction("plain") { (greeter: LuaAdapted<any Greeter>) in
                try greeter.wrappedValue.greet("a") + greeter.wrappedValue.greet("b")
            })
        try lua.setGlobal(
            "marked",
            to: HostFunction("marked") { ($greeter: LuaAdapted<any Greeter>) in
                try greeter.greet("a") + greeter.greet("b")
            })
        try lua.run("t = { greet = function(name) return name end }", name: "o.lua")
        #expect(try lua.text("return plain(t)") == "ab")
        #expect(made.withLock { $0 } == 2)
        #expect(try lua.text("return marked(t)") == "ab")
        #expect(made.withLock { $0 } == 3)
    }

    @Test func interpreterIsReleasedAfterItsTablesWereAdapted() throws {
        let counter = LiveObjectCounter()
        func use() throws {
            let lua = try Interpreter()
            try lua.register(LuaAdapter((any Greeter).self, requires: ["greet"]) { LuaGreeter(table: $0) })
            try lua.setGlobal(
                "welcome",
                to: HostFunction("welcome") { ($greeter: LuaAdapted<any Greeter>) in try greeter.greet("x") })
            try lua.setGlobal("citizen", to: CountedObject(counter))
            try lua.run("welcome { greet = function(name) return name end }", name: "o.lua")
        }
        try use()
        #expect(counter.count == 0)
    }
}

/// Holds a citizen, which must never go inside of the interpreter.
private final class Guide: Greeter {
    private let citizen: CountedObject

    init(_ citizen: CountedObject) { self.citizen = citizen }

    func greet(_ name: String) -> String { name }
}

@Suite struct LuaAdapterLifetimeTests {
    private let counter = LiveObjectCounter()
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        let counter = counter
        let lua = lua
        try lua.register(
            LuaAdapter((any Greeter).self, requires: []) { _ in
                // The interpreter is free: this is code of the application.
                let entered = Lock(false)
                let thread = TestThread { entered.withLock { $0 = (try? lua.run("return 1", name: "d.lua")) != nil } }
                thread.join()
                #expect(entered.withLock { $0 }, "another thread can enter while an adapter works")
                return Guide(CountedObject(counter))
            })
        try lua.setGlobal(
            "take",
            to: HostFunction("take") { ($greeter: LuaAdapted<any Greeter>, _: Int) in _ = try greeter.greet("x") })
    }

    @Test func adaptedValueIsReleasedOutsideTheInterpreter() throws {
        try counter.watching(lua) {
            try lua.run("for i = 1, 5 do take({}, 1) end", name: "o.lua")
            #expect(counter.count == 0)
            #expect(counter.made.withLock { $0 } == 5)
        }
    }

    @Test func adapterIsNotCalledForARefusedCall() throws {
        try lua.run("assert(not pcall(take, {}, 'x'))", name: "o.lua")
        #expect(counter.made.withLock { $0 } == 0)
    }

    @Test func replacedAdapterIsReleasedOutsideTheInterpreter() throws {
        func adopt(_ citizen: CountedObject) throws {
            try lua.register(LuaAdapter((any Greeter).self, requires: []) { _ in Guide(citizen) })
        }
        try adopt(CountedObject(counter))
        #expect(counter.count == 1)
        try counter.watching(lua) {
            try lua.register(LuaAdapter((any Greeter).self, requires: []) { LuaGreeter(table: $0) })
            #expect(counter.count == 0)
        }
    }
}
