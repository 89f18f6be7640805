import LuaRuntime
import MoonwireValues
import Testing

/// Lists that are copied as a whole are what they would be element by element, however the table keeps them.
@Suite struct WholeListTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    private func read<T: Convertible>(_ text: String, as type: T.Type = T.self) throws -> T {
        try lua.evaluate(text, name: "list.lua")
    }

    @Test(arguments: [
        "return {1, 2, 3, 4, 5}",
        "local t = {} for i = 1, 5 do t[i] = i end return t",
        "local t = {} for i = 5, 1, -1 do t[i] = i end return t",
        "local t = {[5] = 5, [3] = 3, [1] = 1, [2] = 2, [4] = 4} return t",
        "local t = {1, 2, 3, 4, 5, 6, 7, 8} t[8] = nil t[7] = nil t[6] = nil return t",
        "local t = {1, 2, 3, 4, 5, x = 1} t.x = nil return t",
    ])
    func listIsTheSameInEitherPartOfItsTable(text: String) throws {
        #expect(try read(text, as: [Int].self) == [1, 2, 3, 4, 5])
        #expect(try read(text, as: [Double].self) == [1, 2, 3, 4, 5])
    }

    @Test func wholeListOfIntegersIsExact() throws {
        let error = #expect(throws: LuaError.self) { try read("return {1, 2.5}", as: [Int].self) }
        #expect(error?.message == "bad result: at 2 expects an integer, got the number 2.5")
        #expect(try read("return {1, 2.0}", as: [Int].self) == [1, 2])
    }

    @Test(arguments: [
        "{1, 2, 3, x = 1}", "{1, 2, 3, [0] = 0}", "{1, 2, 3, [-1] = 0}", "{1, 2, 3, [1.5] = 0}",
        "{[1] = 1, [2] = 2, x = 3}",
        "(function() local t = {1, 2, 3, x = 1} t[4] = 4 t[4] = nil return t end)()",
        "(function() local t = {x = 1} for i = 1, 9 do t[i] = i end return t end)()",
    ])
    func wholeListWithAnotherKeyIsNotAList(table: String) throws {
        let integers = #expect(throws: LuaError.self) { try read("return " + table, as: [Int].self) }
        #expect(integers?.message == "bad result: expects a list, got a map")
        let numbers = #expect(throws: LuaError.self) { try read("return " + table, as: [Double].self) }
        #expect(numbers?.message == "bad result: expects a list, got a map")
        let texts = #expect(throws: LuaError.self) {
            try read("local t = \(table) for i = 1, #t do t[i] = 'x' end return t", as: [String].self)
        }
        #expect(texts?.message == "bad result: expects a list, got a map")
    }

    /// Where a table keeps its last element among other keys, some of them come before it, whichever their names make it.
    @Test func wholeListWithAnEarlierOtherKeyIsNotAList() throws {
        for name in "abcdefghijklmnopqrstuvwxyz" {
            for table in ["{\(name) = 1, [1] = 1, [2] = 2}", "{[1] = 1, [2] = 2, [3] = 3, \(name) = 1}"] {
                #expect(throws: LuaError.self, "\(table)") { try read("return " + table, as: [Int].self) }
                let texts = "local t = \(table) for i = 1, #t do t[i] = 'x' end return t"
                #expect(throws: LuaError.self, "\(table)") { try read(texts, as: [String].self) }
            }
        }
    }

    @Test(arguments: [
        ("local t = {} for i = 1, 8 do t[i] = i end t[3] = nil return t", "3"),
        ("return {1, 2, nil, 4}", "3"), ("return {[1] = 1, [2] = 2, [4] = 4}", "3"),
    ])
    func errorOfAListWithAHoleNamesTheIndex(text: String, place: String) {
        let error = #expect(throws: LuaError.self) { try read(text, as: [Int].self) }
        #expect(
            error?.message == "bad result: at \(place) is a hole in the list; write null for an empty element")
    }

    /// Near the length up to which a string is stored inline, and near the size of a batch.
    @Test(arguments: 0...40) func stringsOfEachLengthConvert(length: Int) throws {
        let letters = String("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(length))
        #expect(try read("return '\(letters)'") == letters)
        #expect(
            try read("local t = {} for i = 1, \(length) do t[i] = '\(letters)' end return t")
                == [String](repeating: letters, count: length))
        let accented = "\u{E9}" + letters
        #expect(try read("return {'\(accented)', '\(letters)'}") == [accented, letters])
    }

    @Test func shortStringsAreOrdinaryStrings() throws {
        let texts = try read(
            "return {'', 'a', 'zero\\0in', 'fifteen letters', 'sixteen letters!', '\\x7F'}", as: [String].self)
        #expect(texts == ["", "a", "zero\0in", "fifteen letters", "sixteen letters!", "\u{7F}"])
        #expect(Set(texts).count == 6)
        #expect(texts.map(\.utf8.count) == [0, 1, 7, 15, 16, 1])
        #expect(texts[1] + texts[3] == "afifteen letters")
        #expect(
            texts.map { $0.hashValue }
                == ["", "a", "zero\0in", "fifteen letters", "sixteen letters!", "\u{7F}"].map(\.hashValue))
    }

    @Test(arguments: ["'\\x80'", "'abc\\xFFdef'", "'fourteen byte\\xC3'", "'a text that is longer \\xC3('"])
    func stringsThatAreNotUTF8AreRefused(text: String) {
        let error = #expect(throws: LuaError.self) { try read("return {'fine', \(text)}", as: [String].self) }
        #expect(error?.message == "bad result: at 2 expects a string, got bytes that are not UTF-8")
    }
}
