import Foundation
import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// What crosses, what does not, and what is said of it: row by row.
@Suite struct ConversionTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.defineNull()
    }

    private func read<T: Convertible>(_ text: String, as type: T.Type = T.self) throws -> T {
        try lua.evaluate("return " + text, name: "v.lua")
    }

    private func refusal<T: Convertible>(_ text: String, as type: T.Type) -> String? {
        do {
            _ = try read(text, as: type)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("1 << 53 | 1", "9007199254740993"), ("math.maxinteger", "9223372036854775807"),
        ("math.mininteger", "-9223372036854775808"), ("2.0^53", "9007199254740992"), ("-0.0", "0"),
    ])
    func integersAreExact(text: String, digits: String) throws {
        #expect(try "\(read(text, as: Int64.self))" == digits)
    }

    @Test(arguments: [
        ("2^63", "expects an integer, got the number 9.223372036854776e+18"),
        ("1.5", "expects an integer, got the number 1.5"), ("0/0", "expects an integer, got the number"),
        ("'1'", "expects an integer, got the string \"1\""), ("nil", "is missing"), ("", "is missing"),
        ("{}", "expects an integer, got a map"), ("print", "expects an integer, got a function"),
        ("null", "expects an integer, got nil"),
    ])
    func conversionErrorDescribesAValueThatIsNotAnInteger(text: String, sentence: String) {
        let refusal = refusal(text, as: Int.self) ?? ""
        #expect(
            refusal.hasPrefix(
                "v.lua:1: bad result: "
                    + (sentence == "is missing" && text == "nil" ? "expects an integer, got nil" : sentence)))
    }

    @Test(arguments: ["2^63", "-2^64", "1e300"]) func floatsBeyondTheIntegersStayFloats(text: String) throws {
        guard case .number = try read(text, as: PlainValue.self) else {
            Issue.record("\(text) became something else")
            return
        }
    }

    @Test func numbersOutOfRangeAreRefused() throws {
        #expect(
            refusal("256", as: UInt8.self)
                == "v.lua:1: bad result: expects an integer from 0 to 255, got 256")
        #expect(refusal("1e39", as: Float.self)?.contains("expects a number from -3.4028235e+38") == true)
        #expect(try read("1e400", as: Float.self) == .infinity)
        #expect(try read("-0.0", as: Float.self).sign == .minus)
        let error = #expect(throws: ConversionError.self) { try lua.setGlobal("n", to: UInt64.max) }
        #expect(error?.description == "expects an integer of 64 bits with a sign, got 18446744073709551615")
    }

    @Test(arguments: [
        ("{ 1, nil, 3 }", "at 2 is a hole in the list; write null for an empty element"),
        ("{ nil, 2 }", "at 1 is a hole in the list; write null for an empty element"),
        ("{ [1] = 1, [1000000000] = 2 }", "at 2 is a hole in the list; write null for an empty element"),
        ("{ 1, 2, x = 3 }", "expects a list, got a map"), ("{ [0] = 0, 1 }", "expects a list, got a map"),
        ("{ [1.5] = 0, 1 }", "expects a list, got a map"), ("{ ['1'] = 0 }", "expects a list, got a map"),
        ("{ 1, 'x' }", "at 2 expects an integer, got the string \"x\""),
        ("{ 1, '2' }", "at 2 expects an integer, got the string \"2\""),
        ("{ 1, null }", "at 2 expects an integer, got nil"), ("7", "expects a list, got the integer 7"),
    ])
    func listsConvertCompletely(text: String, sentence: String) {
        #expect(refusal(text, as: [Int].self) == "v.lua:1: bad result: \(sentence)")
        #expect(refusal(text, as: [Int32].self) == "v.lua:1: bad result: \(sentence)")
        #expect(refusal(text, as: [Double].self)?.contains(sentence.prefix(12)) == true)
    }

    @Test func listsOfStringsConvertCompletely() throws {
        #expect(try read("{ 'a', '', 'é\\0', ('x'):rep(100) }", as: [String].self).map(\.utf8.count) == [1, 0, 3, 100])
        #expect(
            refusal("{ 'a', 1 }", as: [String].self) == "v.lua:1: bad result: at 2 expects a string, got the integer 1")
        #expect(
            refusal("{ 'a', '\\xff' }", as: [String].self)
                == "v.lua:1: bad result: at 2 expects a string, got bytes that are not UTF-8")
        #expect(refusal("{ 'a', x = 'b' }", as: [String].self) == "v.lua:1: bad result: expects a list, got a map")
        #expect(try read("{ 1, 2.5, 3 }", as: [Double].self) == [1, 2.5, 3])
        #expect(try read("{ 1.0, 2 }", as: [Int].self) == [1, 2])
    }

    @Test func listIsTheSameHoweverItsTableWasFilled() throws {
        for text in [
            "for i = 1, 100 do t[i] = i end", "for i = 100, 1, -1 do t[i] = i end",
            "t = { [3] = 3, [2] = 2, [1] = 1 } for i = 4, 100 do t[i] = i end",
        ] {
            let list = try lua.evaluate("local t = {} \(text) return t", name: "v.lua", as: [Int].self)
            #expect(list == Array(1...100))
        }
    }

    @Test func nullIsWrittenInListsAndMaps() throws {
        #expect(try read("{ 1, null, 3 }", as: [Int?].self) == [1, nil, 3])
        #expect(try read("{ a = null }", as: [String: Int?].self) == ["a": Int?.none])
        #expect(try read("{ 1, null }", as: PlainValue.self) == [1, nil])
        #expect(refusal("{ 1, nil, 3 }", as: [Int?].self)?.contains("at 2 is a hole") == true)
        let check = try read("function(l, m) return l[2] == null and m.a == null and #l == 3 end", as: LuaFunction.self)
        #expect(try check.call([1, nil, 3], ["a": PlainValue.null], as: Bool.self))
        #expect(try read("tostring(null)", as: String.self) == "null")
        #expect(try read("null", as: Int?.self) == nil)
    }

    @Test func typeDistinguishesMapsFromLists() throws {
        #expect(try read("{ 'a', 'b' }", as: [Int: String].self) == [1: "a", 2: "b"])
        #expect(try read("{ [3] = 'c', [-1] = 'z' }", as: [Int: String].self) == [3: "c", -1: "z"])
        #expect(try read("{ [true] = 1 }", as: [Bool: Int].self) == [true: 1])
        #expect(try read("{ [1.5] = 1, [2] = 2 }", as: [Double: Int].self) == [1.5: 1, 2: 2])
        #expect(try read("{}", as: Set<String>.self).isEmpty)
        #expect(try read("{ 'a', 'b', 'a' }", as: Set<String>.self) == ["a", "b"])
        let same = try read("function(x) return x end", as: LuaFunction.self)
        #expect(try same.call([5: "e", -7: "g"], as: [Int: String].self) == [5: "e", -7: "g"])
        #expect(try same.call([UInt8(5): ["x": 1]], as: [UInt8: [String: Int]].self) == [5: ["x": 1]])
        #expect(
            refusal("{ [300] = 1 }", as: [UInt8: Int].self)
                == "v.lua:1: bad result: expects an integer from 0 to 255 as a key, got 300")
    }

    @Test func plainValueKeepsEveryKey() throws {
        let value = try read("{ [1] = 'a', [3] = 'c', x = { [true] = 1.5 }, [2.5] = {} }", as: PlainValue.self)
        #expect(value == .table([1: "a", 3: "c", "x": .table([true: 1.5]), 2.5: .map([:])]))
        let same = try read("function(x) return x end", as: LuaFunction.self)
        #expect(try same.call(value, as: PlainValue.self) == value)
        #expect(try read("{ 1, nil, 3 }", as: PlainValue.self) == .table([1: 1, 3: 3]))
        #expect(try read("{}", as: PlainValue.self) == .map([:]))
    }

    @Test func plainValueIsUsedOnAnotherThread() throws {
        let value = try read("{ names = { 'a', 'b' }, [7] = { x = -0.0, y = '\\xff' } }", as: PlainValue.self)
        let other = Lock<PlainValue?>(nil)
        let thread = TestThread {
            let copied = try? Interpreter().evaluate("return 1", name: "o.lua", as: Int.self)
            other.withLock { $0 = copied == 1 ? value : nil }
        }
        thread.join()
        #expect(other.withLock { $0 } == value)
    }

    @Test func foundationTypesConvert() throws {
        #expect(try read("'2026-01-31T18:30:00Z'", as: Date.self).timeIntervalSince1970 == 1_769_884_200)
        #expect(try read("{ 0, '1970-01-02' }", as: [Date].self).map(\.timeIntervalSince1970) == [0, 86_400])
        let same = try read("function(x) return x end", as: LuaFunction.self)
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        #expect(try same.call(date, as: Date.self) == date)
        let decimal = try #require(Decimal(string: "1234567890.123456789012345678"))
        #expect(try same.call(decimal, as: Decimal.self) == decimal)
        let (id, url) = (UUID(), try #require(URL(string: "https://example.org/a?b#c")))
        #expect(try same.call(id, as: UUID.self) == id)
        #expect(try same.call(url, as: URL.self) == url)
    }

    @Test func resultErrorHasTheLineAndThePath() throws {
        let function = try lua.evaluate(
            "\n\nreturn function() return { a = { 1, 'x' } } end", name: "f.lua", as: LuaFunction.self)
        let error = #expect(throws: LuaError.self) { try function.call(as: [String: [Int]].self) }
        #expect(error?.description == "f.lua:3: bad result: at a.2 expects an integer, got the string \"x\"")
        #expect(error?.code == .conversion)
        #expect(error?.conversion?.path == ["a", "2"])
        try lua.setGlobal("huge", to: HostFunction("huge") { UInt64.max })
        let result = #expect(throws: LuaError.self) { try lua.run("\nlocal x = huge()", name: "h.lua") }
        #expect(
            result?.description
                == "h.lua:2: bad result of \"huge\": expects an integer of 64 bits with a sign, got 18446744073709551615"
        )
        let argument = #expect(throws: LuaError.self) {
            try lua.setGlobal("take", to: HostFunction("take") { (ports: [Int]) in ports.count })
            try lua.run("take { 80, nil, 443 }", name: "t.lua")
        }
        #expect(
            argument?.description
                == "t.lua:1: bad argument 1 to \"take\": at 2 is a hole in the list; write null for an empty element"
        )
        #expect(argument?.conversion?.path == ["2"])
    }
}
