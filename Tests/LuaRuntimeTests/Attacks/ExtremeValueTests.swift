import Foundation
import LuaRuntime
import MoonwireValues
import TestSupport
import Testing

/// Every function that scripts reach, of Lua or of Swift, ends with a value or an error for whatever it is given.
@Suite(.timeLimit(.minutes(10))) struct ExtremeValueTests {
    /// Those that wait for the system or change it are left out: they are given to trusted scripts only.
    private static let library = Interpreter.Profile.full.functions.filter { name in
        !name.hasPrefix("io.") && !["dofile", "loadfile"].contains(name)
            && (!name.hasPrefix("os.")
                || ["os.clock", "os.date", "os.difftime", "os.time", "os.getenv"].contains(name))
    }

    @Test(arguments: library) func functionsOfTheLibraryEnd(_ name: String) throws {
        let calls = ExtremeValues.arguments(10 * ExtremeValues.factor, seed: name).map { arguments in
            "local r = \(name)(\(arguments)) if type(r) == 'function' then r(\(arguments)) end"
        }
        try expectToEnd(name.hasPrefix("math.") && Self.constants.contains(name) ? [] : calls, setUp: { _ in })
    }

    private static let constants: Set = [
        "math.huge", "math.maxinteger", "math.mininteger", "math.pi", "utf8.charpattern",
    ]

    /// What strings are asked for by their metatable.
    @Test func methodsOfStringsEnd() throws {
        let methods = Self.library.filter { $0.hasPrefix("string.") }.map { $0.dropFirst("string.".count) }
        let calls = methods.flatMap { method in
            ["''", "'\\0\\xFF'", "giant", "'%'"].flatMap { text in
                ExtremeValues.arguments(2 * ExtremeValues.factor, seed: "\(method)\(text)").suffix(6).map {
                    "(\(text)):\(method)(\($0))"
                }
            }
        }
        try expectToEnd(calls, setUp: { _ in })
    }

    private enum Level: String, Codable, CaseIterable, Convertible { case low, high }

    private struct Record: Codable, Convertible {
        var name: String
        var sizes: [UInt16]
        var parts: [String: Record]?
        var level: Level
    }

    /// A Swift function for each kind of parameter, which returns its argument.
    private static let kinds: [HostFunction] = [
        echo(Int.self), echo(Int8.self), echo(Int16.self), echo(Int32.self), echo(Int64.self), echo(UInt.self),
        echo(UInt8.self), echo(UInt16.self), echo(UInt32.self), echo(UInt64.self), echo(Double.self), echo(Float.self),
        echo(Bool.self), echo(String.self), echo(Data.self), echo(Date.self), echo(Decimal.self), echo(URL.self),
        echo(UUID.self), echo(Level.self), echo(Record.self), echo(PlainValue.self), echo(Int?.self), echo([Int].self),
        echo([Double?].self), echo([String: Int8].self), echo([Int: [PlainValue]].self), echo(Set<Double>.self),
        echo(LuaFunction.self), echo(LuaTable.self), echo(LuaCoroutine.self), echo(EveryMember.self),
        echo(LuaAdapted<EveryMember>.self),
        HostFunction("pair") { (a: UInt32, b: [Date]) in b.count &+ Int(a) },
        HostFunction("three") { (a: PlainValue, b: Decimal?, c: Data) in c },
        HostFunction("none") { Int.min },
    ]

    private static func echo<T: Convertible>(_ type: T.Type) -> HostFunction {
        HostFunction("f") { (value: T) in value }
    }

    @Test(arguments: kinds.indices) func functionsOfSwiftEnd(_ kind: Int) throws {
        let arguments = ExtremeValues.arguments(4 * ExtremeValues.factor, seed: "\(kind)")
        let calls =
            arguments.map { "f(\($0))" } + arguments.map { "f({ \($0) })" }
            + arguments.dropFirst().map { "f({ [key(\($0))] = \($0) })" }
        try expectToEnd(calls) { try $0.setGlobal("f", to: Self.kinds[kind]) }
    }

    @Test(arguments: EveryMember.uses) func membersOfSwiftEnd(_ use: String) throws {
        let calls = ExtremeValues.arguments(4 * ExtremeValues.factor, seed: use).dropFirst().map {
            use.replacing("%", with: $0)
        }
        try expectToEnd(calls) { lua in
            try lua.register(EveryMember.hostClass)
            try lua.setGlobal("gauge", to: EveryMember(.max))
        }
    }

    /// Swift reads and writes tables with keys that scripts chose.
    @Test func tablesOfScriptsTakeEveryKey() throws {
        let lua = try Interpreter()
        let table = try lua.evaluate(
            ExtremeValues.preamble + "return { giant, hostile }", name: "t.lua", as: LuaTable.self)
        for key in [Int.min, -1, 0, 1, 2, 3, .max] {
            _ = try? table.value(for: key, as: PlainValue.self)
            try table.setValue(key, for: key)
            #expect(try table.value(for: key, as: Int.self) == key)
        }
        for key in [Double.nan, .infinity, -.infinity, -0.0, 1e308, 0x1p63] {
            _ = try? table.value(for: key, as: PlainValue.self)
            _ = try? table.setValue(key, for: key)
        }
        #expect(try table.value(for: Double.infinity, as: Double.self) == .infinity)
    }

    private static let isLong = ExtremeValues.factor > 1
    private static let preamble = ExtremeValues.preamble(giant: isLong ? 2 << 20 : 1 << 17)
    private static let helpers = """
        function first(...) return (...) end
        function key(k) if k == nil or k ~= k then return "none" end return k end
        function use(...) return select("#", ...) end
        """

    /// Each call ends by its own budget, with an error that says where in few words; what comes after is as before.
    private func expectToEnd(_ calls: [String], setUp: (Interpreter) throws -> Void) throws {
        let limits = Interpreter.Limits(
            instructions: Self.isLong ? 1_000_000 : 60_000, cpuTime: .milliseconds(500), memory: 32 << 20)
        let lua = try Interpreter(profile: .full, limits: limits, output: { _ in })
        try lua.run(Self.preamble.replacing("local ", with: "") + Self.helpers, name: "helpers.lua")
        try setUp(lua)
        for call in calls {
            do {
                try lua.run(call, name: "call.lua")
            } catch {
                let error = try #require(error as? LuaError, "\(call): \(error)")
                #expect(error.message.utf8.count < 5_000 && error.report.utf8.count < 50_000, "\(call): \(error)")
                #expect(error.location != nil, "\(call): \(error.code) \(error)")
                #expect(!Self.wrongCodes.contains(error.code), "\(call): \(error.code) \(error)")
            }
        }
        #expect(try lua.evaluate("return ('x'):rep(3) .. 1 + 1", name: "after.lua", as: String.self) == "xxx2")
    }

    private static let wrongCodes: [LuaError.Code] = [.syntax, .profile]
}
