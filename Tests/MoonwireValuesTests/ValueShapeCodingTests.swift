import Foundation
import MoonwireValues
import Testing

/// How shapes are written in manifests.
@Suite struct ValueShapeCodingTests {
    private static let shapes: [(ValueShape, String)] = [
        (.anything, #""anything""#), (.plain, #""plain""#), (.boolean, #""boolean""#), (.number, #""number""#),
        (.text, #""text""#), (.character, #""character""#), (.data, #""data""#), (.date, #""date""#),
        (.duration, #""duration""#), (.timeZone, #""timeZone""#), (.locale, #""locale""#), (.decimal, #""decimal""#),
        (.url, #""url""#), (.uuid, #""uuid""#), (.function, #""function""#),
        (.integer(min: .min, max: .max), #""integer""#), (.integer(min: -128, max: 127), #"{"integer":[-128,127]}"#),
        (.range(.number), #"{"range":"number"}"#), (.closedRange(.number), #"{"closedRange":"number"}"#),
        (.pairs(key: .text, value: .uuid), #"{"pairs":["text","uuid"]}"#),
        (.list(.text), #"{"list":"text"}"#), (.map(.list(.uuid)), #"{"map":{"list":"uuid"}}"#),
        (.optional(.object("App.Engine")), #"{"optional":{"object":"App.Engine"}}"#),
        (.choice(["a", "b"]), #"{"choice":["a","b"]}"#), (.object("any App.Driving"), #"{"object":"any App.Driving"}"#),
    ]

    @Test func shapesAreWrittenAndReadAgain() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        for (shape, text) in Self.shapes {
            #expect(String(decoding: try encoder.encode(shape), as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(ValueShape.self, from: Data(text.utf8)) == shape)
        }
    }

    @Test(arguments: [
        (#"{"text":{}}"#, ValueShape.text),
        (#"{"integer":{"max":127,"min":-128}}"#, .integer(min: -128, max: 127)),
        (
            #"{"optional":{"_0":{"list":{"_0":{"object":{"_0":"App.Engine"}}}}}}"#,
            .optional(.list(.object("App.Engine")))
        ),
        (#"{"choice":{"_0":["a","b"]}}"#, .choice(["a", "b"])), (#"{"map":{"_0":{"anything":{}}}}"#, .map(.anything)),
    ]) func shapesOfTheFormerVersionAreRead(_ text: String, _ shape: ValueShape) throws {
        #expect(try JSONDecoder().decode(ValueShape.self, from: Data(text.utf8)) == shape)
    }

    @Test(arguments: [
        #""txt""#, "{}", "3", "null", "[]", #"{"list":3}"#, #"{"list":{"_1":"text"}}"#, #"{"integer":[1]}"#,
        #"{"object":{}}"#,
        #""list""#,
    ]) func anythingElseIsAnError(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ValueShape.self, from: Data(text.utf8)) }
    }
}
