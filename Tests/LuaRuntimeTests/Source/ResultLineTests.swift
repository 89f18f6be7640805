import LuaRuntime
import MoonwireValues
import Testing

private struct Setup: Codable, Convertible {
    struct Server: Codable, Convertible {
        var port: Int
    }

    var servers: [Server]?
    var port: Int?
}

/// What is said of a part of a result names the line where that part was written.
@Suite struct ResultLineTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    private func message(_ text: String) -> String? {
        let error = #expect(throws: LuaError.self) { try lua.evaluate(text, name: "c.lua", as: Setup.self) }
        return error?.description
    }

    /// The line that an error of the port names.
    private func line<R>(_ text: String, _ run: () throws -> R) throws -> Int? {
        let error = #expect(throws: LuaError.self, "\(text)") { try run() }
        #expect(error?.conversion?.description == "at port expects an integer, got the string \"x\"", "\(text)")
        return error?.location?.line
    }

    @Test func resultErrorHasTheLineOfTheField() {
        #expect(
            message("local port = 80\nreturn {\n    servers = {},\n    port = 'x',\n}")
                == "c.lua:4: bad result: at port expects an integer, got the string \"x\"")
        #expect(
            message("return {\n    servers = {\n        { port = 1 },\n        { port = 1.5 },\n    },\n}")
                == "c.lua:4: bad result: at servers.2.port expects an integer, got the number 1.5")
        #expect(
            message("return {\n\nprot = 1 }")
                == "c.lua:3: bad result: at prot is not a field\n    did you mean \"port\"?")
        let list = #expect(throws: LuaError.self) {
            try lua.evaluate("return {\n1, nil,\n3\n}", name: "c.lua", as: [Int].self)
        }
        #expect(
            list?.description
                == "c.lua:2: bad result: at 2 is a hole in the list; write null for an empty element")
    }

    @Test func resultErrorOfAMissingFieldHasTheLineOfItsTable() {
        #expect(
            message("\nreturn {\n    servers = {\n        { port = 1 },\n        {},\n    },\n}")
                == "c.lua:5: bad result: at servers.2.port is missing")
        let error = #expect(throws: LuaError.self) {
            try lua.evaluate("\n\nreturn {}", name: "c.lua", as: Setup.Server.self)
        }
        #expect(error?.description == "c.lua:3: bad result: at port is missing")
    }

    /// Chunks of every form, with the mistake in the third line.
    @Test(arguments: [
        "if no then return nil end\nreturn {\nport = 'x' }", "if no then return end\nreturn {\nport = 'x' };",
        "if no then return else local a = no end\nreturn {\nport = 'x' }",
        "if no then return false, 'no' else return\n{\nport = 'x' } end", "local t = {\n\nport = 'x' } return t",
        "do local t = {\n\nport = 'x' } return t end",
        "local function f() return { port = 1 } end\nreturn {\nport = 'x', servers = f and {} }",
        "local f = function() if no then return no end end\nreturn {\nport = 'x' }",
        "--[[ return { port = 1 } ]]\nlocal s = 'return {' return {\nport = 'x' }",
        "for _, f in pairs { print } do repeat local r = {} until true end\nreturn {\nport = 'x' }",
    ])
    func resultErrorHasTheLineInEveryFormOfChunk(text: String) throws {
        #expect(try line(text) { try lua.evaluate(text, name: "c.lua", as: Setup.self) } == 3, "\(text)")
    }

    /// Values that come from elsewhere, or that several places may have given.
    @Test(arguments: [
        "\nlocal t = { port = 1 }\nt.port = 'x' return t", "\nlocal t = {\nport = 'x' }\nlocal u = t return t",
        "\nif no then return { port = 1 } end return {\nport = 'x' }", "\nt = {\nport = 'x' } return t",
        "\nlocal function f() return {\nport = 'x' } end return f()", "\nreturn no or {\nport = 'x' }",
        "\nreturn setmetatable({\nport = 'x' }, {})", "\nif no then return no end return {\nport = 'x' }",
        "\ndo local bad = {\nport = 1 } end return bad", "\nlocal bad = same {\nport = 1 }, 2 return bad",
        "\nif bad then return bad else return {\nport = 1 } end", "\nreturn same {\nport = 'x' }",
    ])
    func resultErrorHasTheFirstLineWhenTheFieldIsNotWrittenThere(text: String) throws {
        try lua.run("bad = { port = 'x' } function same(t) t.port = 'x' return t end", name: "m.lua")
        #expect(try line(text) { try lua.evaluate(text, name: "c.lua", as: Setup.self) } == 1, "\(text)")
    }

    @Test func resultErrorOfTheWholeValueHasTheFirstLine() {
        #expect(
            message("\nif not no then return 7 end return {}")
                == "c.lua:1: bad result: expects a map, got the integer 7")
    }

    @Test func resultErrorOfEachResultHasItsLine() throws {
        let text = "local n = 7\nreturn {\nport = 1 }, {\nport = 'x' }"
        let error = #expect(throws: LuaError.self) {
            try lua.evaluate(text, name: "c.lua", as: (Setup, Setup).self)
        }
        #expect(
            error?.description == "c.lua:4: bad result 2: at port expects an integer, got the string \"x\"")
        let rest =
            "local function more() return {}, { port = 'x' } end\nif no then return {}, {\nport = 1 } end return more()"
        #expect(try line(rest) { try lua.evaluate(rest, name: "c.lua", as: (Setup, Setup).self) } == 1)
    }

    @Test func resultErrorOfAnAsyncChunkHasTheLine() async throws {
        let error = await #expect(throws: LuaError.self) {
            try await lua.asynchronous.evaluate("return {\nport = 'x' }", name: "c.lua", as: Setup.self)
        }
        #expect(error?.description == "c.lua:2: bad result: at port expects an integer, got the string \"x\"")
    }

    @Test func resultErrorReportShowsTheLineOfTheField() {
        let error = #expect(throws: LuaError.self) {
            try lua.evaluate("return {\n    port = 'x',\n}", name: "c.lua", as: Setup.self)
        }
        #expect(
            error?.report == """
                c.lua:2: bad result: at port expects an integer, got the string "x"
                      1 | return {
                    > 2 |     port = 'x',
                      3 | }
                    caused by: at port expects an integer, got the string "x"
                """)
    }
}

/// The same for what functions return.
@Suite struct FunctionResultLineTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.run("bad = { port = 'x' } function same(t) t.port = 'x' return t end", name: "m.lua")
    }

    private func function(_ text: String) throws -> LuaFunction {
        try lua.evaluate(text, name: "f.lua", as: LuaFunction.self)
    }

    /// Functions of every form, with the mistake in the fourth line.
    @Test(arguments: [
        "\nreturn function()\nreturn {\nport = 'x' } end", "\nreturn function\n() return {\nport = 'x' } end",
        "\nlocal function f\n() return {\nport = 'x' } end return f",
        "local M = {}\nfunction\nM.f() return {\nport = 'x' } end return M.f",
        "local M = {}\nfunction M:f(a, b)\nif a then return nil, 'no' end return {\nport = 'x' } end return M.f",
        "\nreturn function()\nreturn {\nport = 'x', f = function() return { port = 1 } end } end",
        "\nreturn (function() return function()\nreturn {\nport = 'x' } end end)()",
        "local t = {\n\n\nport = 'x' } return function() return t end",
        "\nreturn function()\nlocal t = {\nport = 'x' } return t end",
        "\nreturn function() local function f() return same { port = 1 } end\nreturn {\nport = 'x' } end",
        "local f = function() return { port = 1 } end\n\nreturn function() return {\nport = 'x' } end",
        "\nlocal a, f = function() return 1 end, function()\nreturn {\nport = 'x' } end return f",
    ])
    func resultErrorHasTheLineInEveryFormOfFunction(text: String) throws {
        let function = try function(text)
        let error = #expect(throws: LuaError.self, "\(text)") { try function.call(as: Setup.self) }
        #expect(
            error?.description == "f.lua:4: bad result: at port expects an integer, got the string \"x\"", "\(text)")
    }

    /// The function begins in the second line.
    @Test(arguments: [
        "\nreturn function() return same {\nport = 'x' } end", "\nreturn function()\nreturn bad end",
        "\nreturn function() if bad then return bad end return {\nport = 1 } end",
        "local t = { port = 1 }\nreturn function() t.port = 'x' return t end",
        "\nreturn function() if bad then return { port = 'x' } else return {\nport = 1 } end end",
        "\nreturn function() return { port = 'x' } end, function() return {\nport = 1 } end",
    ])
    func resultErrorHasTheLineWhereTheFunctionBegins(text: String) throws {
        let function = try function(text)
        let error = #expect(throws: LuaError.self, "\(text)") { try function.call(as: Setup.self) }
        #expect(
            error?.description == "f.lua:2: bad result: at port expects an integer, got the string \"x\"", "\(text)")
    }

    @Test func resultErrorHasTheLineForEveryWayToCall() async throws {
        let text = "return function(...)\nreturn {\nport = 1 }, {\nport = 'x' } end"
        let pair = #expect(throws: LuaError.self) { try function(text).call(1, as: (Setup, Setup).self) }
        #expect(pair?.description == "f.lua:4: bad result 2: at port expects an integer, got the string \"x\"")
        let single = try function("return function(_)\nreturn {\nport = 'x' } end")
        let number = single.typed(Int.self, returning: Setup.self)
        let typed = #expect(throws: LuaError.self) { try number(1) }
        let awaited = await #expect(throws: LuaError.self) { try await single.asynchronous.call(1, as: Setup.self) }
        for error in [typed, awaited] {
            #expect(error?.description == "f.lua:3: bad result: at port expects an integer, got the string \"x\"")
        }
    }
}
