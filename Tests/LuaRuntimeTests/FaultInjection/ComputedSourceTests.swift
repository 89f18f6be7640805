import LuaRuntime
import Testing

/// Sources that nothing but `load` refers to.
///
/// `scripts/hardlua` runs these on a Lua that collects whenever it may, which would free such a source too early. The strings are
/// long, because Lua shares short ones.
@Suite struct ComputedSourceTests {
    private static let words = """
        local function numbers(first, last)
            local list = {}
            for i = first, last do list[#list + 1] = "local number_" .. i .. " = " .. i .. "\\n" end
            return table.concat(list)
        end
        local function pieces(...)
            local count, index = select("#", ...), 0
            local makers = { ... }
            return function()
                index = index + 1
                return index <= count and makers[index]() or nil
            end
        end
        """

    private func value(of script: String) throws -> String {
        let lua = try Interpreter(profile: .configuration.adding("load"))
        return try lua.evaluate(Self.words + "\n" + script, name: "m.lua", as: String.self)
    }

    @Test func textLivesWhileItIsCompiled() throws {
        let script = #"return load(numbers(1, 40) .. "return 'sum ' .. number_1 + number_40")()"#
        #expect(try value(of: script) == "sum 41")
    }

    @Test func piecesLiveWhileTheyAreCompiled() throws {
        let script = """
            return load(pieces(
                function() return numbers(1, 20) end,
                function() return numbers(21, 40) end,
                function() return "return 'sum ' .. number_" .. 1 .. " + number_" .. 40 end))()
            """
        #expect(try value(of: script) == "sum 41")
    }

    @Test func nameLivesWhileItsTextIsCompiled() throws {
        let script = """
            local f, message = load(numbers(1, 40) .. "x = = 1", "=" .. ("a name "):rep(8))
            return message
            """
        let name = String(repeating: "a name ", count: 8)
        #expect(try value(of: script) == "\(name):41: unexpected symbol near '='")
    }
}
