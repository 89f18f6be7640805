import Moonwire
import Testing

/// What FMSSwizzler did to methods, as far as exposures do it; `MoonwireObjects` has the rest.
@Suite struct SwizzlerTests {
    class Voice: Exposed {
        var words: [String] = []

        func say(_ text: String) -> String {
            words.append(text)
            return text
        }

        class var exposure: Exposure {
            Exposure(Voice.self) {
                Initializer { Voice() }
                Method("say", Voice.say, "text")
                Method("speak", Voice.say, "text")
            }
        }
    }

    final class Parrot: Voice {
        override class var exposure: Exposure {
            Exposure(Parrot.self) {
                Initializer { Parrot() }
                Method("say", "text") { (parrot: Parrot, text: String) in parrot.say(text + text) }
            }
        }
    }

    private func words(of type: String, _ body: String) throws -> [String] {
        let container = try Container(
            text:
                #"service "voice" { type = "\#(type)", scope = "transient", configure = function(voice) \#(body) end }"#,
            types: [Voice.self, Parrot.self], environment: .test)
        return try container.resolve("voice", as: Voice.self).words
    }

    @Test("FMS-1: a method is exposed under two names, which do the same") func twoNames() throws {
        #expect(try words(of: "Voice", #"voice:say "a"; voice:speak "b""#) == ["a", "b"])
    }

    @Test("FMS-2: a name that is exposed twice is a fault") func repeatedName() {
        final class Twice: Exposed {
            static let exposure = Exposure(Twice.self) {
                Method("say") { (_: Twice) in }
                Method("say", "text") { (_: Twice, _: String) in }
            }
        }
        #expect(
            message { _ = try Container(text: "", types: [Twice.self], environment: .test) } == """
                Twice exposes "say" twice as a method
                    give each of them its own name
                """)
    }

    @Test("FMS-3: a subclass replaces an inherited method, and its base class keeps its own") func inheritedMethod()
        throws
    {
        #expect(try words(of: "Parrot", #"voice:say "a"; voice:speak "b""#) == ["aa", "b"])
        #expect(try words(of: "Voice", #"voice:say "a""#) == ["a"])
    }
}
