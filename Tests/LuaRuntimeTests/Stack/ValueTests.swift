import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct ValueTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    private func read<T: Convertible>(_ text: String, as type: T.Type = T.self) throws -> T {
        try evaluate("return \(text)")
    }

    private func evaluate<T: Convertible>(_ text: String, as type: T.Type = T.self) throws -> T {
        do { return try lua.evaluate(text, name: "v.lua") } catch let error as LuaError {
            throw error.conversion ?? error
        }
    }

    /// Through a Lua function and back.
    private func roundTrip<T: Convertible & Equatable>(_ value: T) throws -> Bool {
        let same = try read("function(x) return x end", as: LuaFunction.self)
        return try same.call(value, as: T.self) == value
    }

    private func edges<T: FixedWidthInteger & Convertible>(_ type: T.Type) throws -> Bool {
        try roundTrip(T.min) && roundTrip(T.max) && roundTrip(T(1))
    }

    private func refuses<T: FixedWidthInteger & Convertible>(_ type: T.Type, _ text: String) -> Bool {
        do { return try (read(text) as T) == 0 && false } catch { return error is ConversionError }
    }

    @Test func integersOfEveryWidthKeepTheirBounds() throws {
        #expect(try edges(Int.self) && edges(Int64.self) && edges(Int32.self) && edges(Int16.self) && edges(Int8.self))
        #expect(try edges(UInt32.self) && edges(UInt16.self) && edges(UInt8.self))
        #expect(try roundTrip(UInt64(Int64.max)))
        #expect(throws: ConversionError.self) { try roundTrip(UInt64.max) }
        #expect(throws: ConversionError.self) { try roundTrip(UInt.max) }
    }

    @Test func integersOutOfRangeAreRefused() {
        #expect(refuses(Int8.self, "128") && refuses(Int8.self, "-129"))
        #expect(refuses(UInt8.self, "256") && refuses(UInt8.self, "-1"))
        #expect(refuses(Int16.self, "32768") && refuses(UInt16.self, "65536"))
        #expect(refuses(Int32.self, "2147483648") && refuses(UInt32.self, "4294967296"))
        #expect(refuses(UInt64.self, "-1") && refuses(UInt.self, "-1"))
    }

    @Test func floatsBecomeIntegersOnlyWhenExact() throws {
        #expect(try read("3.0", as: Int.self) == 3)
        #expect(try read("-2^63", as: Int.self) == .min)
        #expect(refuses(Int.self, "3.5") && refuses(Int.self, "2^63") && refuses(Int.self, "0/0"))
        #expect(refuses(Int.self, "'3'"))
    }

    @Test func numbersConvertToDouble() throws {
        #expect(try read("1", as: Double.self) == 1)
        #expect(try roundTrip(0.1))
        #expect(try roundTrip(Double.infinity))
        #expect(try read("-0.0", as: Double.self).sign == .minus)
        #expect(throws: ConversionError.self) { try read("'1.5'", as: Double.self) }
    }

    @Test func stringsKeepEveryCharacter() throws {
        #expect(try roundTrip("a\0b"))
        #expect(try roundTrip("héllo 🚗"))
        #expect(try roundTrip(""))
        #expect(try read("#'a\\0b'", as: Int.self) == 3)
    }

    @Test func bytesThatAreNotUnicodeConvertOnlyToData() throws {
        #expect(try read("'\\xff\\0'", as: Data.self) == Data([0xff, 0]))
        #expect(try roundTrip(Data([0, 0xff, 0xc0])))
        let error = #expect(throws: ConversionError.self) { try read("'\\xff'", as: String.self) }
        #expect(error?.reason == .notUnicode)
        #expect(try read("'\\xff'", as: PlainValue.self) == .data(Data([0xff])))
    }

    @Test func listsAndMapsConvert() throws {
        #expect(try roundTrip([1, 2, 3]))
        #expect(try roundTrip([[1], [], [2, 3]]))
        #expect(try roundTrip(["a": [1], "b": []]))
        #expect(try roundTrip([1: "a", 3: "b"]))
        #expect(try read("{}", as: [Int].self).isEmpty)
        #expect(try read("{}", as: [String: Int].self).isEmpty)
        #expect(throws: ConversionError.self) { try read("{ 1, nil, 3 }", as: [Int].self) }
        #expect(throws: ConversionError.self) { try read("{ 1, x = 2 }", as: [Int].self) }
    }

    @Test func nilIsAnEmptyOptional() throws {
        #expect(try read("nil", as: Int?.self) == nil)
        #expect(try read("1", as: Int?.self) == 1)
        #expect(try roundTrip(Int?.none))
        #expect(throws: ConversionError.self) { try read("nil", as: Int.self) }
    }

    @Test func conversionErrorNamesThePath() throws {
        let error = #expect(throws: ConversionError.self) {
            try read("{ servers = { { 80 }, { 'x' } } }", as: [String: [[Int]]].self)
        }
        #expect(error?.path == ["servers", "2", "1"])
    }

    @Test func plainValuesKeepTheirKind() throws {
        let value = try read("{ a = 1, b = 1.5, c = { true, 'x' }, d = {} }", as: PlainValue.self)
        #expect(value == ["a": 1, "b": 1.5, "c": [true, "x"], "d": .map([:])])
        #expect(try roundTrip(value))
    }

    @Test func longAndDeepListsConvert() throws {
        #expect(try roundTrip(Array(0..<100_000)))
        var deep: PlainValue = 1
        for _ in 0..<100 { deep = .list([deep]) }
        #expect(try roundTrip(deep))
    }

    @Test func tableThatContainsItselfIsAnError() {
        let expected = ConversionError.Reason.custom("is nested too deeply, or contains itself")
        for text in ["t[1] = t", "t.x = t", "t[1] = t t[2] = t"] {
            let error = #expect(throws: ConversionError.self) {
                try evaluate("local t = {} \(text) return t", as: PlainValue.self)
            }
            #expect(error?.reason == expected)
        }
    }

    @Test func valueWithSharedPartsIsChargedForEachUse() throws {
        let lua = try Interpreter(limits: .init(instructions: 20_000))
        let text = "local t = {} for i = 1, 60 do t = { t, t } end return t"
        let error = #expect(throws: LuaError.self) { try lua.evaluate(text, name: "v.lua", as: PlainValue.self) }
        #expect(error?.code == .budget)
        #expect(try lua.evaluate("return 1", name: "v.lua", as: Int.self) == 1)
    }

    @Test func keyThatIsNaNIsRefused() throws {
        let take = try read("function(x) return 1 end", as: LuaFunction.self)
        #expect(throws: ConversionError.self) { try take.call([Double.nan: 1], as: Int.self) }
        #expect(throws: ConversionError.self) { try take.call([Int?.none: 1], as: Int.self) }
    }
}
