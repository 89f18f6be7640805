import LuaRuntime
import Testing

/// Attacks of each class that Redis has had since 2022 end in a value or an error, and leave what scripts share unchanged.
///
/// The extreme values of each function are those of ``ExtremeValueTests``; what ends only by its budget is in ``AttackTests``.
@Suite(.timeLimit(.minutes(10))) struct RedisClassTests {
    @Test(arguments: RedisClass.all) func noneIsThere(_ class: RedisClass) {
        let outcome = AttackOutcome(of: `class`.attack)
        #expect(outcome.isExpected, "\(outcome)")
    }

    /// What one script can change of the library, another one would run (CVE-2022-24735, CVE-2025-46818).
    private static let changes = """
        local function try(f, ...) pcall(f, ...) end
        local function change(t, name)
            try(function() t[name] = error end)
            try(rawset, t, name, error)
            try(table.insert, t, error)
            try(table.remove, t)
            try(table.move, { error }, 1, 1, 1, t)
            try(table.sort, t)
            try(setmetatable, t, { __index = error })
            try(function() getmetatable(t).__index = error end)
            try(function() for k in pairs(getmetatable(t)) do rawset(getmetatable(t), k, error) end end)
        end
        for name, value in pairs(_ENV) do
            change(_ENV, name)
            if type(value) == "table" then for field in pairs(value) do change(value, field) end end
        end
        change("", "upper")
        change(object, "size")
        change(_G or _ENV, "assert")
        """

    @Test(arguments: [Profile.untrusted, .configuration, .full]) func whatScriptsShareStaysTheSame(_ profile: Profile)
        throws
    {
        let lua = try Interpreter(
            profile: try profile.adding("pcall", "rawset", "setmetatable", "getmetatable"), output: { _ in })
        let look = """
            local lines = {}
            for name, value in pairs(_ENV) do
                if type(value) == "table" then
                    for field, inner in pairs(value) do
                        lines[#lines + 1] = name .. "." .. field .. ":" .. type(inner) .. tostring(inner == error)
                    end
                else
                    lines[#lines + 1] = name .. ":" .. type(value) .. tostring(value == error)
                end
            end
            lines[#lines + 1] = ("x"):upper() .. tostring(getmetatable("")) .. #("abc") .. ("%d"):format(3)
            return table.concat(lines, " ")
            """
        try lua.guardGlobals(
            read: HostFunction(name: "read") { call in
                call.stack.pushNil()
                return .values(1)
            },
            write: HostFunction(name: "write") { call in
                throw LuaError(.runtime, "not declared", location: call.callSite)
            })
        let before = try lua.evaluate(look, name: "look.lua", as: String.self)
        #expect(before.utf8.count > 1000)
        try? lua.run(Self.changes, name: "change.lua")
        #expect(try lua.evaluate(look, name: "look.lua", as: String.self) == before)
    }
}
