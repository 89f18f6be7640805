import Foundation
import MoonwireValues
import Testing

private enum Color: String, Convertible, CaseIterable { case red, green }
private enum Level: Int, Convertible { case low = 1, high }
private struct Flags: OptionSet, Convertible { let rawValue: Int }

@Suite struct ConvertibleTests {
    @Test func stringsAndDataAreConverted() throws {
        #expect(try read("text", as: String.self) == "text")
        #expect(try read("text", as: Data.self) == Data("text".utf8))
        #expect(try read(.data(Data([0xFF, 0])), as: Data.self) == Data([0xFF, 0]))
        #expect(refusal(.data(Data([0xFF])), as: String.self) == "expects a string, got bytes that are not UTF-8")
        #expect(refusal(1, as: String.self) == "expects a string, got the integer 1")
        #expect(refusal(1, as: Data.self) == "expects a string, got the integer 1")
        #expect(refusal(nil, as: String.self) == "expects a string, got nil")
        #expect(try written("text") == "text" && (try written(Data([1]))) == .data(Data([1])))
        #expect(String.shape == .text && Data.shape == .data)
    }

    @Test func longTextsAreShortenedInMessages() {
        let long = PlainValue.text(String(repeating: "a", count: 41))
        #expect(
            refusal(long, as: Int.self)
                == "expects an integer, got the string \"\(String(repeating: "a", count: 37))...\"")
        let fitting = String(repeating: "a", count: 40)
        #expect(refusal(.text(fitting), as: Int.self) == "expects an integer, got the string \"\(fitting)\"")
    }

    @Test func optionalsAreConverted() throws {
        #expect(try read(nil, as: Int?.self) == nil)
        #expect(try read(1, as: Int?.self) == 1)
        #expect(refusal("1", as: Int?.self) == "expects an integer, got the string \"1\"")
        #expect(try written(Int?.none) == .null && (try written(Int?.some(1))) == 1)
        #expect(Int8?.shape == .optional(.integer(min: -128, max: 127)))
    }

    @Test func errorsInListsCountFromOne() throws {
        #expect(try read([1, 2], as: [Int].self) == [1, 2])
        #expect(try read([1, nil], as: [Int?].self) == [1, nil])
        #expect(try read([:], as: [Int].self) == [])
        #expect(refusal([1, "x"], as: [Int].self) == "at 2 expects an integer, got the string \"x\"")
        #expect(refusal(["a": 1], as: [Int].self) == "expects a list, got a map")
        #expect(try written([[1], []]) == [[1], []])
        #expect([Bool].shape == .list(.boolean))
    }

    @Test func errorsInMapsNameTheKey() throws {
        #expect(try read(["a": 1], as: [String: Int].self) == ["a": 1])
        #expect(try read(.list([]), as: [String: Int].self) == [:])
        #expect(
            refusal(["a": ["b": [1, true]]], as: [String: [String: [Int]]].self)
                == "at a.b.2 expects an integer, got the Boolean true")
        #expect(refusal(["a": 1], as: [Int: Int].self) == "expects an integer as a key, got the string \"a\"")
        #expect(refusal(1, as: [String: Int].self) == "expects a map, got the integer 1")
        #expect(try written(["a": [1], "b": []]) == ["a": [1], "b": []])
        #expect([String: Bool].shape == .map(.boolean))
    }

    @Test func enumerationsWithRawValuesAreConverted() throws {
        #expect(try read("red", as: Color.self) == .red)
        #expect(refusal("blue", as: Color.self) == "expects one of \"red\", \"green\", got the string \"blue\"")
        #expect(refusal(1, as: Color.self) == "expects a string, got the integer 1")
        #expect(try written(Color.green) == "green")
        #expect(Color.shape == .choice(["red", "green"]))
        #expect(try read(2, as: Level.self) == .high)
        #expect(refusal(3, as: Level.self) == "expects Level, got the integer 3")
        #expect(try written(Level.low) == 1)
        #expect(try read(3, as: Flags.self).rawValue == 3)
    }

    @Test(arguments: [
        PlainValue.null, true, 7, 1.5, "text", .data(Data([0xFE])), [1, ["a"], nil], ["k": ["n": 1], "l": [2]], [:], [],
    ])
    func plainValuesAreConvertedInBothDirections(value: PlainValue) throws {
        #expect(try read(value, as: PlainValue.self) == value)
        #expect(try written(value) == value)
        #expect(PlainValue.shape == .plain)
    }

    @Test func plainValueRefusesObjects() throws {
        let source = MemorySource()
        let reader = source.reader(object: ValueBox(1))
        let error = #expect(throws: ConversionError.self) { try PlainValue.read(from: reader) }
        #expect(error?.description == "expects PlainValue, got Int")
        withExtendedLifetime(source) {}
    }

    @Test func conversionErrorsNameThePath() {
        let error = ConversionError(.missing).at("port").at("2").at("servers")
        #expect(error.path == ["servers", "2", "port"])
        #expect(error.description == "at servers.2.port is missing")
        #expect(ConversionError(.custom("is odd")).description == "is odd")
        #expect(throws: CancellationError.self) { try within("step") { throw CancellationError() } }
    }

    @Test func valueKindsAreDescribedInWords() {
        #expect(ValueKind.null.phrase == "nil" && ValueKind.text.phrase == "a string")
        #expect(ValueKind.integer.phrase == "an integer" && ValueKind.object.phrase == "an object")
        #expect(ValueKind.list.phrase == "a list" && ValueKind.handle.phrase == "a handle")
    }
}
