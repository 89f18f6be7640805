import MoonwireValues
import Testing

@Suite struct DurationTests {
    @Test(arguments: [
        (PlainValue.integer(90), Duration.seconds(90)), (.integer(-2), .seconds(-2)),
        (.number(0.1), .milliseconds(100)),
        (.number(1.5), .milliseconds(1500)), (.number(0), .zero), (.number(-0.25), .milliseconds(-250)),
        ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1500)), ("0.1s", .milliseconds(100)),
        ("1h30m", .seconds(5400)), ("2d", .seconds(172_800)), ("1d2h3m4s5ms6us7ns", .nanoseconds(93_784_005_006_007)),
        ("3µs", .microseconds(3)), ("0s", .zero), ("-5m", .seconds(-300)), ("0.5m", .seconds(30)),
        ("0.000000000001s", .init(secondsComponent: 0, attosecondsComponent: 1_000_000)),
        ("10000000000000000s", .seconds(10_000_000_000_000_000)),
        (.integer(10_000_000_000_000_000), .seconds(10_000_000_000_000_000)),
    ])
    func durationsAreReadFromSecondsOrUnits(value: PlainValue, duration: Duration) throws {
        #expect(try read(value, as: Duration.self) == duration)
    }

    @Test func smallNumbersAreReadAsTheyAre() throws {
        #expect(try read(.number(1e-7), as: Duration.self) == .seconds(1e-7))
        #expect(try read(.number(0.1 + 0.2), as: Duration.self) == .seconds(0.1 + 0.2))
    }

    @Test(arguments: [
        "", "5", "s", "1.s", ".5s", "1 s", "5sec", "1S", "1m1h", "1s1s", "1s ", "--1s", "+1s", "1h-5m", "1e3s", "1..5s",
        "10000000000000001s", "9223372036854775808s", "115740740741d", "0.1234567890123s", "1us1µs2us", "１s",
    ])
    func stringsThatAreNoDurationsAreRefused(text: String) {
        #expect(
            refusal(.text(text), as: Duration.self)
                == "expects a duration, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\", got the string \"\(text)\"")
    }

    @Test func valuesThatAreNoDurationsAreRefused() {
        let expected = "expects a duration, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\", got "
        #expect(refusal(true, as: Duration.self) == expected + "the Boolean true")
        #expect(refusal(.number(.nan), as: Duration.self) == expected + "the number nan")
        #expect(refusal(.number(.infinity), as: Duration.self) == expected + "the number inf")
        #expect(refusal(.integer(.min), as: Duration.self) == expected + "the integer -9223372036854775808")
        #expect(refusal(.number(1e17), as: Duration.self) == expected + "the number 1e+17")
        #expect(refusal("soon", as: Duration.self, secret: true) == expected + "a secret")
    }

    @Test func unitsHaveTheLengthThatTheyName() throws {
        let units: [(String, Duration)] = [
            ("ns", .nanoseconds(1)), ("us", .microseconds(1)), ("ms", .milliseconds(1)), ("s", .seconds(1)),
            ("m", .seconds(60)), ("h", .seconds(3600)), ("d", .seconds(86_400)),
        ]
        var generator = SystemRandomNumberGenerator()
        for (name, unit) in units {
            for _ in 0..<50 {
                let count = Int.random(in: 0...1_000_000, using: &generator)
                let thousandths = Int.random(in: 0...999, using: &generator)
                let digits = String(String(thousandths + 1000).dropFirst())
                #expect(try read(.text("\(count)\(name)"), as: Duration.self) == unit * count)
                #expect(
                    try read(.text("\(count).\(digits)\(name)"), as: Duration.self)
                        == unit * count + unit * thousandths / 1000)
            }
        }
    }

    @Test func durationsAreWrittenAsSeconds() throws {
        #expect(try written(Duration.seconds(90)) == 90)
        #expect(try written(Duration.milliseconds(-1500)) == -1.5)
        #expect(try written(Duration.milliseconds(100)) == 0.1)
        #expect(Duration.shape == .duration)
    }
}
