import LuaRuntime
import MoonwireValues
import Testing

/// The exact functions of each profile: a change of a profile requires a change of this file.
@Suite struct ProfileTests {
    private static let untrusted = """
        assert error ipairs math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp math.floor \
        math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger math.modf math.pi math.rad \
        math.sin math.sqrt math.tan math.tointeger math.type math.ult next pairs select string.byte string.char \
        string.find string.format string.gmatch string.gsub string.len string.lower string.match string.rep \
        string.reverse string.sub string.upper table.concat table.insert table.move table.pack table.remove \
        table.sort table.unpack tonumber tostring type utf8.char utf8.charpattern utf8.codepoint utf8.codes \
        utf8.len utf8.offset
        """
    private static let configurationAdds = """
        collectgarbage coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status \
        coroutine.wrap coroutine.yield getmetatable pcall print rawequal rawget rawlen rawset setmetatable \
        string.pack string.packsize string.unpack warn xpcall
        """
    private static let fullAdds = """
        debug.traceback dofile io.close io.flush io.input io.lines io.open io.output io.popen io.read io.stderr \
        io.stdin io.stdout io.tmpfile io.type io.write load loadfile math.random math.randomseed os.clock os.date \
        os.difftime os.execute os.getenv os.remove os.rename os.time os.tmpname
        """

    private func joined(_ profile: Interpreter.Profile) -> String { profile.functions.joined(separator: " ") }

    @Test func untrustedProfileIsPinned() {
        #expect(joined(.untrusted) == Self.untrusted)
    }

    @Test func configurationProfileIsPinned() {
        #expect(Interpreter.Profile.untrusted.isSubset(of: .configuration))
        #expect(joined(.configuration.subtracting(.untrusted)) == Self.configurationAdds)
    }

    @Test func fullProfileIsPinned() {
        #expect(Interpreter.Profile.configuration.isSubset(of: .full))
        #expect(joined(.full.subtracting(.configuration)) == Self.fullAdds)
    }

    @Test(arguments: [Interpreter.Profile.untrusted, .configuration, .full, Interpreter.Profile()])
    func scriptsReachExactlyTheFunctionsOfTheProfile(_ profile: Interpreter.Profile) throws {
        #expect(try reachable(profile) == profile.functions)
    }

    @Test func eachFunctionAloneIsReachable() throws {
        for name in Interpreter.Profile.full.functions {
            #expect(try reachable(Interpreter.Profile().adding(name)) == [name])
            #expect(
                try reachable(Interpreter.Profile.full.removing(name))
                    == Interpreter.Profile.full.functions.filter { $0 != name })
        }
    }

    @Test func methodsOfStringsAreThoseOfTheLibrary() throws {
        let lua = try Interpreter(profile: .untrusted.removing("string.rep"))
        #expect(try lua.evaluate("return ('x'):upper() .. tostring(('x').rep)", name: "p.lua") == "Xnil")
        #expect(try lua.evaluate("return '10' + 1", name: "p.lua") == 11)
        let error = #expect(throws: LuaError.self) {
            try Interpreter(profile: Interpreter.Profile()).run("return ('x'):upper()", name: "p.lua")
        }
        #expect(error?.message == "attempt to index a string value (constant 'x')")
    }

    @Test func profilesAreChangedByNamesAndLibraries() throws {
        let changed = try Interpreter.Profile.untrusted.adding("os.time", "coroutine").removing("math", "next")
        #expect(changed.contains("os.time"))
        #expect(!changed.contains("os.clock"))
        #expect(changed.contains("coroutine.wrap"))
        #expect(!changed.contains("math"))
        #expect(!changed.contains("next"))
        #expect(changed.contains("string"))
        #expect(!changed.isSubset(of: .untrusted))
        #expect(try changed.removing("os", "coroutine").adding("math.abs").isSubset(of: .untrusted))
        #expect(try Interpreter.Profile.untrusted.adding("print").removing("print") == .untrusted)
        #expect(Interpreter.Profile.untrusted != .configuration)
        #expect(Interpreter.Profile.full.union(.untrusted) == .full)
    }

    @Test(arguments: [
        ("os.tiem", "os.time"), ("pirnt", "print"), ("corutine", "coroutine"), ("os.exit", nil), ("require", nil),
        ("package.loadlib", "load"), ("string.dump", nil), ("coroutine.close", nil), ("", nil),
    ])
    func profileRefusesUnknownNames(name: String, nearest: String?) {
        let message =
            "\"\(name)\" is not a function or a library that a profile can contain"
            + (nearest.map { "\n    did you mean \"\($0)\"?" } ?? "")
        let added = #expect(throws: LuaError.self) { try Interpreter.Profile.full.adding(name) }
        let removed = #expect(throws: LuaError.self) { try Interpreter.Profile.full.removing("print", name) }
        #expect(added?.message == message)
        #expect(removed?.message == message)
        #expect(added?.code == .profile)
    }

    @Test func aProfileIsPrintedByLibrary() throws {
        let profile = try Interpreter.Profile().adding("utf8.len", "type", "os.time", "assert", "os.clock")
        #expect(profile.description == "assert type\nos: clock time\nutf8: len")
        #expect(Interpreter.Profile().description == "")
    }

    @Test func interpreterHasItsProfile() throws {
        #expect(try Interpreter(profile: .untrusted).profile == .untrusted)
        #expect(try Interpreter().profile == .configuration)
    }

    /// What a walk through the globals finds.
    ///
    /// Its two means come from here, since a profile may have none.
    private func reachable(_ profile: Interpreter.Profile) throws -> [String] {
        let lua = try Interpreter(profile: profile)
        let found = try lua.evaluate(Self.walk, name: "walk.lua", as: LuaFunction.self)
        try lua.setGlobal("walk.step", to: Self.step)
        try lua.setGlobal("walk.is_table", to: Self.isTable)
        return try found.call(as: [String].self).sorted()
    }

    private static let walk = """
        return function()
            local step, is_table, found = walk.step, walk.is_table, {}
            walk = nil
            local function visit(table, prefix)
                local name, value = step(table)
                while name do
                    if is_table(value) then visit(value, prefix .. name .. ".") else found[#found + 1] = prefix .. name end
                    name, value = step(table, name)
                end
            end
            visit(_ENV, "")
            return found
        end
        """

    private static let step = HostFunction(name: "step") { call in
        if call.count < 2 { call.stack.pushNil() }
        if call.stack.next(1) { return .values(2) }
        call.stack.pushNil()
        return .values(1)
    }

    private static let isTable = HostFunction(name: "is_table") { call in
        try (call.stack.luaType(at: 1) == .table).write(to: call.stack.writer)
        return .values(1)
    }
}
