import LuaRuntime
import MoonwireValues
import Testing

private struct Server: Codable, Convertible {
    var host = "localhost"
    var port = 80
}

private struct Setup: Codable, Convertible {
    var servers: [Server]?
    var limits: [String: Int]?
    var port: Int?
}

/// What is said of a part of an argument names the line where that part was written.
@Suite struct ArgumentLineTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.setGlobal("configure", to: HostFunction("configure") { (_: Setup) in })
        try lua.setGlobal("name", to: HostFunction("name") { (_: String, _: Setup) in })
        try lua.setGlobal("numbers", to: HostFunction("numbers") { (_: [Int]) in })
        try lua.setGlobal("send", to: HostFunction("send") { (_: LuaTable, _: Setup) in })
        try lua.register(Machine.hostClass)
        try lua.run("function service() return configure end", name: "service.lua")
    }

    private func message(_ text: String) -> String? {
        let error = #expect(throws: LuaError.self) { try lua.run(text, name: "s.lua") }
        return error?.description
    }

    /// The line that an error of the port names.
    private func line(of text: String) throws -> Int? {
        let error = #expect(throws: LuaError.self, "\(text)") { try lua.run(text, name: "s.lua") }
        #expect(error?.conversion?.description == "at port expects an integer, got the string \"x\"", "\(text)")
        return error?.location?.line
    }

    @Test func argumentErrorHasTheLineOfTheField() {
        let text = """
            local port = 80

            configure {
                limits = {},
                port = "x",
            }
            """
        #expect(
            message(text)
                == "s.lua:5: bad argument 1 to \"configure\": at port expects an integer, got the string \"x\"")
    }

    @Test func argumentErrorHasTheLineOfANestedFieldOrElement() {
        let text = """
            configure {
                -- servers = { { port = "no" } },
                servers = {
                    { host = [[
            port = {
            ]], port = 1 },
                    {
                        host = "b",
                        port = "x",
                    },
                },
            }
            """
        #expect(
            message(text)
                == "s.lua:9: bad argument 1 to \"configure\": at servers.2.port expects an integer, got the string \"x\""
        )
        #expect(
            message("numbers {\n1, 2,\n3,\n'x'\n}")
                == "s.lua:4: bad argument 1 to \"numbers\": at 4 expects an integer, got the string \"x\"")
        #expect(
            message("numbers {\n[1 + 1] = 2,\n'x'\n}")
                == "s.lua:3: bad argument 1 to \"numbers\": at 1 expects an integer, got the string \"x\"")
        #expect(
            message("configure {\nservers = {\n{ host = 'a', port = 'x' },\n{ host = 'b', port = 1 }\n}\n}")
                == "s.lua:3: bad argument 1 to \"configure\": at servers.1.port expects an integer, got the string \"x\""
        )
        #expect(
            message("configure {\nlimits = {\nlow = 1,\n['very high'] = {}\n}\n}")
                == "s.lua:4: bad argument 1 to \"configure\": at limits.very high expects an integer, got a map")
    }

    @Test func argumentErrorHasTheLineOfTheLastDuplicateField() {
        let servers = "servers = {\n{ host = 'a', port = 'x' } }"
        #expect(
            message("configure {\n\(servers),\n\(servers)\n}")
                == "s.lua:5: bad argument 1 to \"configure\": at servers.1.port expects an integer, got the string \"x\""
        )
    }

    @Test func argumentErrorOfAMissingFieldHasTheLineOfItsTable() {
        #expect(
            message("configure {\nservers = {\n{ host = 'a', port = 1 },\n{ host = 'b' }\n}\n}")
                == "s.lua:4: bad argument 1 to \"configure\": at servers.2.port is missing")
        #expect(
            message("configure {\n\nprot = 1\n}")
                == "s.lua:3: bad argument 1 to \"configure\": at prot is not a field\n    did you mean \"port\"?")
    }

    /// Calls of every form, with the mistake in the third line.
    @Test(arguments: [
        "name(\n'a', {\nport = 'x' })", "configure(\n{\nport = 'x' })", "\nname('a', {\nport = 'x' }, { port = 1 })",
        "local t = { f = configure }\nt.f {\nport = 'x' }", "local t = { f = send }\nt:f {\nport = 'x' }",
        "local t = { f = send }\nt.f(t, {\nport = 'x' })", "local set = configure\nset {\nport = 'x' }",
        "\nservice 'a' {\nport = 'x' }", "\nServer {\nport = 'x' }", "\nServer():update {\nport = 'x' }",
        "\nlocal s = Server() s.update(s, {\nport = 'x' })", "\nfor _ = 1, 2 do configure {\nport = 'x' } end",
        "\ncoroutine.wrap(function() configure {\nport = 'x' } end)()",
        "\nlocal function run() return configure {\nport = 'x' } end run()",
        "\nservice { 'b' }; name('b', { limits = { a = 1 } }) configure {\nport = 'x' }",
        "\nif port then goto again end ::again:: configure {\nport = 'x' }",
        "\nlocal s = 'a' .. 'b' configure {\nport = 'x' }",
        "\nlocal t = {} function t.configure(a) end configure {\nport = 'x' }", "configure\n{\nport = 'x' }",
        "\nconfigure({\nport = 'x' }) configure(nil)",
        "configure { port = 1 }\nconfigure {\nport = 'x' }\nconfigure(no)", "\nconfigure { port = 1,\nport = 'x' }",
    ])
    func argumentErrorHasTheLineInEveryFormOfCall(text: String) throws {
        #expect(try line(of: text) == 3, "\(text)")
    }

    /// Values that come from elsewhere, or that several places may have given; the call is in the second line.
    @Test(arguments: [
        "local t = { port = 'x' }\nconfigure(t)", "local t = {\n} t.port = 'x' configure(t)",
        "\nconfigure((function() return {\nport = 'x' } end)())", "\nconfigure(nil or {\nport = 'x' })",
        "\nconfigure(same {\nport = 'x' })", "\nconfigure({ [key] =\n'x' })",
        "\nconfigure { limits = {\nport = 1 }, [key] = 'x' }", "\nconfigure { ['po' .. 'rt'] =\n'x' }",
        "\nlocal port = 'limits' configure { [key] = 'x',\n[port] = {} }",
        "\nconfigure { [key] = 'x',\n['port' and 'limits'] = {} }",
        "\nlocal _, e = pcall(configure, same { port = 'x' }) service 'a' {\nport = 1 } error(e)",

        "\nif key then configure(same { port = 'x' }) else configure {\nport = 1 } end",
        "\nname('a', same { port = 'x' }, {\nport = 1 })", "\nname('a', { port = 'x' }) name('a', {\nport = 1 })",
        "\nname(two()) name('a', {\nport = 1 })",
        "\nlocal _, e = pcall(configure, same { port = 'x' }) pcall(function() configure {\nport = 1 } end) error(e)",
        "\nlocal f = configure; f(same { port = 'x' }) configure {\nport = 1 }",
    ])
    func argumentErrorHasTheLineOfTheCallWhenTheFieldIsNotWrittenThere(text: String) throws {
        try lua.run(
            """
            key = 'port'
            function same(t) return t end
            function two() return 'a', { port = 'x' } end
            """, name: "more.lua")
        #expect(try line(of: text) == 2, "\(text)")
    }

    @Test func argumentErrorHasTheLineOfAFieldWhoseValueIsACall() throws {
        try lua.run("function same(t) return t end", name: "more.lua")
        let text = "configure {\nlimits = {},\nservers = same {\n{ host = 'a',\nport = 'x' } } }"
        let error = #expect(throws: LuaError.self) { try lua.run(text, name: "s.lua") }
        #expect(error?.location?.line == 3)
        #expect(error?.conversion?.path == ["servers", "1", "port"])
    }

    @Test func argumentErrorOfTheWholeValueHasTheLineOfTheCall() {
        #expect(
            message("\nname('a',\n'b')") == "s.lua:2: bad argument 2 to \"name\": expects a map, got the string \"b\"")
        #expect(
            message("\nconfigure(7) configure(\n{})")
                == "s.lua:2: bad argument 1 to \"configure\": expects a map, got the integer 7")
    }

    @Test func argumentErrorHasTheLineOfTheCallWhenTheSourceIsForgotten() throws {
        let text = "configure {\nport = 'x' }" + String(repeating: "\n", count: 5 << 20)
        #expect(try line(of: text) == 1)
    }

    @Test func argumentErrorOfAnAsyncFunctionHasTheLineOfTheField() async throws {
        try lua.setGlobal("load", to: .async("load") { (_: Setup) async in })
        let error = await #expect(throws: LuaError.self) {
            try await lua.asynchronous.run("\nload {\nport = 'x' }", name: "s.lua")
        }
        #expect(
            error?.description
                == "s.lua:3: bad argument 1 to \"load\": at port expects an integer, got the string \"x\"")
    }

    @Test func argumentErrorReportShowsTheLineOfTheField() {
        let error = #expect(throws: LuaError.self) {
            try lua.run("configure {\n    limits = {},\n    port = 'x',\n}", name: "s.lua")
        }
        #expect(
            error?.report == """
                s.lua:3: bad argument 1 to "configure": at port expects an integer, got the string "x"
                      2 |     limits = {},
                    > 3 |     port = 'x',
                      4 | }
                    at Swift function "configure"
                    at s.lua:1
                    caused by: at port expects an integer, got the string "x"
                """)
    }

    /// The text is read again for each error, and a script may make many.
    @Test func searchingSourceForAnArgumentIsCharged() throws {
        let lua = try Interpreter(limits: .init(instructions: 50_000))
        try lua.setGlobal("configure", to: HostFunction("configure") { (_: Setup) in })
        let loop = "for _ = 1, 200 do pcall(function() configure { port = 'x' } end) end"
        try lua.run(loop, name: "short.lua")
        let error = #expect(throws: LuaError.self) {
            try lua.run(loop + String(repeating: "\n", count: 1 << 14), name: "long.lua")
        }
        #expect(error?.code == .budget)
    }
}

private final class Machine: HostObject, Sendable {
    static let hostClass = HostClass(Machine.self, named: "Server") { server in
        server.constructor { (_: Setup?) in Machine() }
        server.method("update") { (_, _: Setup) in }
    }
}
