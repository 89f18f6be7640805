import Moonwire
import MoonwireTesting
import Testing

private final class Token: Exposed, Sendable {
    static let exposure = Exposure(Token.self) { Initializer { Token() } }
}

/// The code about clocks in `Documentation/Testing.md`, word for word.
@Suite struct ClockGuideTests {
    @Test func tokenIsReplacedAfterAMinute() throws {
        let clock = ManualClock()
        let script = #"service "token" { type = "Token", scope = { "cached", ttl = 60 } }"#
        let container = try Container(text: script, types: [Token.self], environment: .test) {
            $0.registerClock(clock)
        }
        let first = try container.resolve("token", as: Token.self)
        clock.advance(by: .seconds(60))
        #expect(try container.resolve("token", as: Token.self) !== first)
    }
}
