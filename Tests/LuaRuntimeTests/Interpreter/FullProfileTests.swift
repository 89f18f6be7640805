import Foundation
import LuaRuntime
import LuaRuntimeTesting
import MoonwireValues
import Testing

/// What trusted scripts may do beside the others, and what not even they may.
@Suite final class FullProfileTests {
    private let lua: Interpreter
    private let folder = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)")

    init() throws {
        var limits = Interpreter.Limits(instructions: 1_000_000)
        limits.source = 1_000
        lua = try Interpreter(profile: .full, limits: limits)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try lua.setGlobal("folder", to: folder.path())
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func text(_ script: String) throws -> String {
        try lua.evaluate(script, name: "f.lua")
    }

    private func failure(_ script: String) -> String? {
        #expect(throws: LuaError.self) { try lua.run(script, name: "f.lua") }?.message
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    @Test func stringsBecomeCode() throws {
        #expect(try text("return load('return 1 + 1')() .. ''") == "2")
        #expect(
            try text("local n = 0 return load(function() n = n + 1 return ({ 'return ', '4' })[n] end)() .. ''") == "4")
        #expect(try text("return table.concat({ load('return ...')(1, 2) }, ' ')") == "1 2")
        #expect(try text("return select(2, load('return +', '=name'))") == "name:1: unexpected symbol near '+'")
        #expect(try text("return select(2, pcall(load('error(\"no\")')))") == "(load):1: no")
        #expect(failure("load({})") == "bad argument #1 to 'load' (function expected, got table)")
        #expect(failure("load(function() return 1 end)") == "reader function must return a string")
    }

    @Test func bytecodeIsNeverLoaded() throws {
        for mode in ["nil", "'b'", "'bt'"] {
            #expect(
                try text("return select(2, load('\\27Lua', 'x', \(mode)))")
                    == "attempt to load a binary chunk (mode is 't')")
        }
        try write("\u{1B}Lua", to: "code.lua")
        #expect(try text("return select(2, loadfile(folder .. '/code.lua', 'b'))").hasSuffix("(mode is 't')"))
        #expect(failure("dofile(folder .. '/code.lua')")?.hasSuffix("(mode is 't')") == true)
        #expect(try text("return tostring(string.dump)") == "nil")
    }

    @Test func codeSeesOnlyItsEnvironment() throws {
        #expect(try text("return tostring(load('return print', 'x', 't', {})())") == "nil")
        #expect(try text("local box = {} load('x = 5', 'x', 't', box)() return box.x .. tostring(x)") == "5nil")
        let escapes = """
            local box = {}
            for name, value in pairs(_ENV) do if type(value) == "function" then box[name] = value end end
            box.dofile, box.loadfile, box.load = nil
            secret = "seen"
            return load([[
                local found = {}
                for _, value in pairs({ pcall(pairs, {}), xpcall(next, print, {}), getmetatable(""), rawget({}, 1) }) do
                    if type(value) == "table" and rawget(value, "secret") then found[1] = "escaped" end
                end
                return secret or found[1] or "inside"
            ]], "=box", "t", box)()
            """
        #expect(try text(escapes) == "inside")
    }

    @Test func loadedCodeSpendsTheBudget() throws {
        #expect(
            failure("load(('x'):rep(1001))") == "the chunk is too long: 1001 bytes, but the limit is 1000")
        #expect(
            failure("load(function() return ('x'):rep(600) end)")
                == "the chunk is too long: 1200 bytes, but the limit is 1000"
        )
        try write(String(repeating: " ", count: 1_001), to: "long.lua")
        #expect(
            failure("dofile(folder .. '/long.lua')")?.hasSuffix(
                "long.lua is too long: 1001 bytes, but the limit is 1000")
                == true)
        #expect(failure("loadfile(folder)")?.hasSuffix(" is not a regular file") == true)
        for endless in [
            "load('while true do end')()", "load(function() while true do end end)",
            "local s = (' '):rep(1000) while true do pcall(load, s) end",
            "while true do pcall(load('while true do end')) end",
        ] {
            let error = #expect(throws: LuaError.self) { try lua.run(endless, name: "f.lua") }
            #expect(error?.code == .budget)
        }
    }

    @Test func filesBecomeCode() throws {
        try write("return folder and 'ran', ...", to: "a.lua")
        #expect(try text("return dofile(folder .. '/a.lua')") == "ran")
        #expect(try text("return select(2, loadfile(folder .. '/a.lua')(7)) .. ''") == "7")
        #expect(try text("return tostring(loadfile(folder .. '/a.lua', 't', {})())") == "nil")
        #expect(try text("return select(2, loadfile(folder .. '/none.lua'))").hasSuffix("No such file or directory"))
        #expect(failure("dofile()") == "bad argument #1 to 'dofile' (string expected, got nil)")
        try write("coroutine.yield('out') return 'end'", to: "yields.lua")
        #expect(try text("local c = coroutine.wrap(dofile) return c(folder .. '/yields.lua') .. c()") == "outend")
    }

    @Test func filesAreReadAndWritten() throws {
        let script = """
            local file = assert(io.open(folder .. "/x.txt", "w"))
            file:write("one\\ntwo\\n")
            file:close()
            local lines = {}
            for line in io.lines(folder .. "/x.txt") do lines[#lines + 1] = line end
            return table.concat(lines, ",") .. io.type(file)
            """
        #expect(try text(script) == "one,twoclosed file")
        #expect(
            try text("return math.type(os.time()) .. type(os.getenv('PATH')) .. type(math.random())")
                == "integerstringnumber")
    }

    @Test func filesAreNotObjectsOfSwift() throws {
        #expect(try text("return tostring(io.stdout) .. tostring(getmetatable(io.stdout))") == "FILE*false")
        #expect(
            failure("setmetatable(io.stdout, {})") == "bad argument #1 to 'setmetatable' (table expected, got FILE*)")
        try lua.setGlobal("take", to: HostFunction("take") { (_: LuaFunction) in })
        #expect(failure("take(io.stdout)") != nil)
        try lua.setGlobal("look", to: HostFunction("look") { (_: FaultSweep.Trial.Object) in })
        #expect(failure("look(io.stdout)") == "bad argument 1 to \"look\": expects an object, got a handle")
        #expect(throws: (any Error).self) { try lua.evaluate("return io.stdout", name: "f.lua", as: PlainValue.self) }
        #expect(try lua.evaluate("return io.stdout == io.stdout", name: "f.lua", as: Bool.self))
    }

    @Test func openFilesAreClosedWithTheInterpreter() throws {
        let path = folder.appending(path: "kept.txt").path()
        do {
            let other = try Interpreter(profile: .full)
            try other.run("file = io.open('\(path)', 'w') file:write('kept')", name: "f.lua")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
    }

    @Test func aTracebackHasNoAddresses() throws {
        let trace = try text("local function f() return debug.traceback('here', 1) end local t = f() return t")
        #expect(trace.hasPrefix("here\nstack traceback:\n\tf.lua:1: in local 'f'\n"))
        #expect(!trace.contains("0x"))
        #expect(try text("return debug.traceback({}) ~= nil and type(debug.traceback({}))") == "table")
        #expect(try text("return debug.traceback(coroutine.create(print), 'c')") == "c\nstack traceback:")
        #expect(failure("debug.traceback('x', -1)") == "bad argument #2 to 'traceback' (level out of range)")
        #expect(try text("return debug.traceback(nil)").hasPrefix("stack traceback:"))
    }

    @Test func limitsApplyToTheFullProfile() throws {
        #expect(failure("setmetatable({}, { __gc = print })") == "a metatable must not have __gc")
        #expect(failure("collectgarbage('stop')") == "collectgarbage supports only \"count\" here")
        #expect(
            try text("return tostring(os.exit) .. tostring(os.setlocale) .. tostring(debug.sethook)") == "nilnilnil")
        let error = #expect(throws: LuaError.self) {
            try lua.run("while true do pcall(function() while true do end end) end", name: "f.lua")
        }
        #expect(error?.code == .budget)
    }
}
