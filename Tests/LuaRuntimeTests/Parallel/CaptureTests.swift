import LuaRuntime
import MoonwireValues
import Testing

/// What a parallel function may use of the script around it.
@Suite struct CaptureTests {
    @Test(arguments: [
        (
            "local rate, name, on, none = 3, 'x', true, nil", "rate .. name .. tostring(on) .. tostring(none)",
            "3xtruenil"
        ),
        ("local half = 0.5", "half", "0.5"), ("local long = ('ab'):rep(100)", "#long", "200"),
        ("local zero = 'a\\0b'", "#zero", "3"),
        ("local function twice(n) return 2 * n end", "twice(twice(3))", "12"),
        ("local floor, format = math.floor, string.format", "format('%d', floor(2.5))", "2"),
        ("local text = string", "text.upper('a')", "A"),
        ("local host = double", "host(4)", "8"), ("local all = _ENV", "all.math.max(1, 2)", "2"),
        ("local function a(n) return n == 0 and 'end' or a(n - 1) end", "'none'", "none"),
        (
            "local a; local function b(n) return a(n) end\nfunction a(n) return n == 0 and 'end' or b(n - 1) end",
            "b(5)", "end"
        ),
        ("local later; local function use() return later end\nlater = 7", "use()", "7"),
    ]) func capturesAreCopied(_ before: String, _ value: String, _ result: String) throws {
        let double = HostFunction("double") { (n: Int) in 2 * n }
        let scripts = try ParallelScripts(functions: [double])
        let function = try scripts.function("\(before)\nreturn parallel(function() return tostring(\(value)) end)")
        #expect(try function.call(as: String.self) == result)
        #expect(scripts.madeCount == 1)
    }

    @Test func recursionStaysInTheCopy() throws {
        let scripts = try ParallelScripts()
        let function = try scripts.function(
            """
            local function factorial(n) return n < 2 and 1 or n * factorial(n - 1) end
            return parallel(factorial)
            """)
        #expect(try function.call(10, as: Int.self) == 3_628_800)
    }

    @Test func localVariablesMayBeAssigned() throws {
        let scripts = try ParallelScripts()
        let function = try scripts.function(
            """
            return parallel(function(list)
                local sum = 0
                local function add(n) sum = sum + n end
                for _, n in ipairs(list) do add(n) end
                return sum
            end)
            """)
        #expect(try function.call([1, 2, 3], as: Int.self) == 6)
        #expect(try function.call([4], as: Int.self) == 4)
    }

    @Test func laterAssignmentsDoNotReachTheCopies() throws {
        let scripts = try ParallelScripts()
        let (set, function) = try scripts.lua.evaluate(
            """
            local rate = 1
            return function(n) rate = n end, parallel(function() return rate end)
            """, name: "p.lua", as: (LuaFunction, LuaFunction).self)
        #expect(try scripts.lua.storeParallelFunctions().isEmpty)
        try set.call(5)
        #expect(try function.call(as: Int.self) == 1)
    }

    private static let nested = (0..<60).reduce("local f0 = function() return 0 end") { text, number in
        text + "\nlocal function g\(number)() return f\(number)() end local f\(number + 1) = g\(number)"
    }

    @Test(arguments: [
        ("local n = 0", "n = n + 1", CaptureFault.Reason.assigned, "n", 4),
        ("local n = 0", "local function f() local function g() n = 1 end g() end f()", .assigned, "n", 4),
        ("local n = 0", "for i = 1, 3 do\n\n\nif i > 5 then n = i end end", .assigned, "n", 7),
        ("local n = 0\nlocal function add() n = n + 1 end", "add()", .assigned, "n", 2),
        ("local x", "glob = 1", .assignedGlobal, "glob", 4),
        ("local x", "_ENV.glob = 1", .assignedGlobal, "glob", 4),
        ("local all = _ENV", "all.glob, all.other = 1, 2", .assignedGlobal, "other", 4),
        ("local x", "\nif x then local function f()\nglob = 1 end f() end", .assignedGlobal, "glob", 6),
        ("local function add()\nglob = 1 end", "add()", .assignedGlobal, "glob", 2),
        ("local n = 0", "glob = 1\nn = 1", .assignedGlobal, "glob", 4),
        ("local n = 0", "n = 1\nglob = 1", .assigned, "n", 4),
        ("local x", "function glob() end", .assignedGlobal, "glob", 4),
        ("local cache = {}", "cache.x = 1", .table, "cache", 3),
        ("local cache = {}\nlocal function read() return cache end", "read()", .table, "cache", 2),
        ("local run = coroutine.create(print)", "coroutine.resume(run)", .coroutine, "run", 3),
        ("local each = ipairs {}", "each({}, 0)", .function, "each", 3),
        (nested, "f60()", .tooDeep, "f9", 0),
    ]) func otherCapturesAreFaults(
        _ before: String, _ body: String, _ reason: CaptureFault.Reason, _ name: String, _ line: Int
    ) throws {
        let scripts = try ParallelScripts()
        let (function, faults) = try scripts.load("\(before)\n\nreturn parallel(function()\n\(body)\nend)")
        let fault = try #require(faults.first)
        #expect(faults.count == 1)
        #expect(fault.reason == reason)
        if line > 0 {
            let added = before.split(separator: "\n").count - 1
            let isInHelper = line <= before.split(separator: "\n").count
            #expect(fault.name == name)
            #expect(fault.location?.line == (isInHelper ? line : line + added))
            #expect(fault.location?.file == "p.lua")
        }
        #expect(fault.function == function.definedAt)
        #expect(throws: LuaError.self) { try function.call() }
    }

    /// What looks like a global is a field of another table.
    @Test func fieldsOfOtherTablesMayBeAssigned() throws {
        let scripts = try ParallelScripts()
        let function = try scripts.function(
            """
            return parallel(function()
                local _ENV = { tostring = tostring }
                count = 1
                local function add() count = count + 1 end
                add()
                return tostring(count)
            end)
            """)
        #expect(try function.call(as: String.self) == "2")
    }

    @Test func longFunctionsAndConstantsAreRead() throws {
        let scripts = try ParallelScripts()
        let lines = (1...3000).map { "x = x + \($0) * 1.5 -- \($0)" }.joined(separator: "\n")
        let (_, faults) = try scripts.load(
            """
            local count = 0
            return parallel(function()
            local x = \(String(repeating: "\n", count: 400)) 'text' and 1
            \(lines)
            count = x
            end)
            """)
        #expect(faults.first?.reason == .assigned)
        #expect(faults.first?.location?.line == 3 + 400 + 3000 + 1)
    }
}
