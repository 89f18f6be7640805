import Foundation
import Moonwire
import Testing

@testable import RelayParts

/// The parts that need no gateway.
@Suite struct PartTests {
    /// The second test case of RFC 4231.
    @Test func signaturesAreThoseOfTheStandard() {
        #expect(
            Signature.of(Data("what do ya want for nothing?".utf8), secret: "Jefe")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func pausesDoubleUpToTheLongest() {
        let backoff = Backoff(first: 1, longest: 60)
        #expect([1, 2, 3, 6, 7, 100].map { backoff.pause(after: $0) } == [1, 2, 4, 32, 60, 60])
        #expect(backoff.pause(after: 1, requested: 30) == 30)
        #expect(backoff.pause(after: 1, requested: 1e9) == 60)
        #expect(backoff.pause(after: 4, requested: 1) == 8)
        #expect(backoff.pause(after: .max) == 60)
    }

    @Test func aPaceAllowsNoBurstAfterAPause() {
        var pace = Pace()
        let start = ContinuousClock.now
        #expect(pace.take(5, at: start, perSecond: 2) == 2)
        #expect(pace.take(5, at: start, perSecond: 2) == 0)
        #expect(pace.delay(perSecond: 2) == .milliseconds(500))
        #expect(pace.take(5, at: start + .milliseconds(500), perSecond: 2) == 1)
        #expect(pace.take(5, at: start + .seconds(100), perSecond: 2) == 2)
    }

    @Test func aSlowPaceAllowsOneAtATime() {
        var pace = Pace()
        let start = ContinuousClock.now
        #expect(pace.take(5, at: start, perSecond: 0.1) == 1)
        #expect(pace.take(5, at: start + .seconds(9), perSecond: 0.1) == 0)
        #expect(pace.take(5, at: start + .seconds(10.5), perSecond: 0.1) == 1)
    }

    @Test func jsonKeepsItsKinds() throws {
        let text = #"{"a":[1,2.5,true,null,"x",{}],"n":-9223372036854775808}"#
        let value = try #require(JSONValue.decode(Data(text.utf8)))
        #expect(
            value == [
                "a": [.integer(1), .number(2.5), .boolean(true), .null, .text("x"), .map([:])], "n": .integer(.min),
            ])
        #expect(String(decoding: try JSONValue.encode(value), as: UTF8.self) == text)
        #expect(JSONValue.decode(Data("{".utf8)) == nil)
        #expect(throws: JSONValue.NotJSON.self) { try JSONValue.encode(.table([.integer(7): .text("x")])) }
    }

    @Test func aLogHasOneLineForEachEntry() {
        let lines = Lines()
        lines.log.write("one\u{1B}[31m\rtwo\nthree")
        #expect(lines.text.hasSuffix("Z one?[31m?two\n    three\n"))
    }

    @Test func pathsWithAStarAreBeginnings() {
        struct Everything: Route {
            let path: String
            let methods = ["GET"]
            func answer(_ request: Request, log: RequestLog) -> Response { .text("") }
        }
        #expect(Everything(path: "/a*").matches("/a/b"))
        #expect(!Everything(path: "/a").matches("/a/b"))
        #expect(Everything(path: "/a").matches("/a"))
    }
}
