import Foundation
import MoonwireValues
import Testing

private enum Month: Int, Convertible, CaseIterable { case january = 1, february, march, april, may, june }

@Suite struct FoundationTypeTests {
    @Test(arguments: [
        (PlainValue.integer(0), 0.0), (.number(1.5), 1.5), (.integer(-86_400), -86_400),
        ("1970-01-01", 0), ("1970-01-02T00:00Z", 86_400), ("1969-12-31T23:59:59Z", -1),
        ("2024-02-29T12:30:15.25Z", 1_709_209_815.25), ("2026-01-31T18:30:00+01:00", 1_769_880_600),
        ("2026-01-31 18:30:00-0530", 1_769_904_000), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-03-01T00:00+14", 951_868_800 - 14 * 3600),
    ])
    func datesAreReadFromSecondsOrStrings(value: PlainValue, seconds: Double) throws {
        #expect(try read(value, as: Date.self) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "yesterday", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-32", "26-01-01", "2026-1-1",
        "2026-01-01T10:00", "2026-01-01T24:00Z", "2026-01-01T10:60Z", "2026-01-01T10:00:60Z", "2026-01-01T10:00:00.Z",
        "2026-01-01T10:00Z ", "2026-01-01T10:00+25:00", "1900-02-29", "2026-01-01T",
    ])
    func stringsThatAreNoDatesAreRefused(text: String) {
        #expect(
            refusal(.text(text), as: Date.self)
                == "expects a date, as seconds since 1970 or as \"2026-01-31T18:30:00Z\", got the string \"\(text)\"")
    }

    @Test func valuesThatAreNoDatesAreRefused() throws {
        let expected = "expects a date, as seconds since 1970 or as \"2026-01-31T18:30:00Z\", got "
        #expect(refusal(true, as: Date.self) == expected + "the Boolean true")
        #expect(refusal(.number(.infinity), as: Date.self) == expected + "the number inf")
        #expect(refusal("2026", as: Date.self, secret: true) == expected + "a secret")
        #expect(try written(Date(timeIntervalSince1970: 1.5)) == 1.5)
        #expect(Date.shape == .date)
    }

    @Test(arguments: [
        (PlainValue.integer(.max), "9223372036854775807"), (.number(0.1), "0.1"), (.number(2), "2"), ("-0.50", "-0.5"),
        ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"), ("1e3", "1000"),
        ("+7.25E-2", "0.0725"), ("0", "0"), (.number(1e300), nil), (.number(.nan), nil), ("", nil), ("1.", nil),
        (".5", nil), ("1.2.3", nil), ("12x", nil), ("0x10", nil), ("1e", nil), ("1e999", nil), ("1e-999", nil),
        ("123456789012345678901234567890123456789", nil), (true, nil),
    ])
    func decimalsKeepEveryDigit(value: PlainValue, digits: String?) throws {
        let decimal = try? read(value, as: Decimal.self)
        #expect(decimal.map { "\($0)" } == digits)
    }

    @Test func decimalsAreWrittenWithoutLoss() throws {
        let long = try #require(Decimal(string: "0.12345678901234567890123456789"))
        #expect(try written(long) == "0.12345678901234567890123456789")
        #expect(try written(Decimal(-12)) == -12)
        #expect(try written(Decimal(string: "9223372036854775808") ?? 0) == "9223372036854775808")
        let error = #expect(throws: ConversionError.self) { try written(Decimal.nan) }
        #expect(error?.description == "expects a decimal number, got NaN")
        #expect(
            refusal("a", as: Decimal.self) == "expects a decimal number of at most 38 digits, got the string \"a\"")
        #expect(Decimal.shape == .decimal)
    }

    @Test func identifiersAreConvertedToStrings() throws {
        let text = "01234567-89AB-CDEF-0123-456789ABCDEF"
        let identifier = try read(.text(text.lowercased()), as: UUID.self)
        #expect(try written(identifier) == .text(text))
        #expect(
            refusal("0123", as: UUID.self)
                == "expects a UUID such as \"01234567-89AB-CDEF-0123-456789ABCDEF\", got the string \"0123\"")
        #expect(try read("https://example.org/a?b=1#c", as: URL.self).host() == "example.org")
        #expect(try written(try read("mailto:a@example.org", as: URL.self)) == "mailto:a@example.org")
        for text in ["", "http://a b", "http://[::1"] {
            #expect(refusal(.text(text), as: URL.self) == "expects a URL, got the string \"\(text)\"")
        }
        #expect(refusal(7, as: URL.self) == "expects a URL, got the integer 7")
        #expect(UUID.shape == .uuid && URL.shape == .url)
    }

    @Test func setsAreConvertedToLists() throws {
        #expect(try read([1, 2, 1], as: Set<Int>.self) == [1, 2])
        #expect(try written(Set([7])) == [7])
        #expect(refusal(["a"], as: Set<Int>.self) == "at 1 expects an integer, got the string \"a\"")
        #expect(Set<Int>.shape == .list(Int.shape))
    }

    @Test func setsAreWrittenInOrder() throws {
        #expect(try written(Set(1...9)) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try written(Set(["l", "o", "r", "e", "m"])) == ["e", "l", "m", "o", "r"])
        #expect(try written(Set(Month.allCases)) == [1, 2, 3, 4, 5, 6])
        let unordered: [PlainValue] = [[[1], [2]], [[2], [1]]]
        #expect(unordered.contains(try #require(try written(Set([[1], [2]])))))
    }

    @Test func keysThatAreEqualInSwiftAreRefused() throws {
        let entries: PlainValue = ["1970-01-01": 1, "1970-01-01T00:00Z": 2]
        #expect(
            refusal(entries, as: [Date: Int].self)
                == "at 1970-01-01 00:00:00 +0000 appears twice, in two different forms")
    }

    @Test func aPlainValueIsReadAsAnyType() throws {
        let value: PlainValue = ["ports": [80, 443], "names": .table([1: "a", 3: "b"])]
        #expect(throws: ConversionError.self) { try value.converted(to: [String: [Int]].self) }
        #expect(try PlainValue.table([1: "a", 3: "b"]).converted(to: [Int: String].self) == [1: "a", 3: "b"])
        #expect(try PlainValue.list(["a"]).converted(to: [Int: String].self) == [1: "a"])
        #expect(try value.converted(to: PlainValue.self) == value)
    }
}
