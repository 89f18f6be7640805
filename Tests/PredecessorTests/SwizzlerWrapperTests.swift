import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// What FMSSwizzler did by replacing methods, and by adding properties to classes.
@Suite struct SwizzlerWrapperTests {
    protocol Speaking: Sendable {}

    class Voice: Speaking, Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
        private(set) var words: [String] = []
        @Overridable var shout = { @Sendable (text: String) in text.uppercased() }

        init() {}

        func say(_ text: String) -> Int {
            words.append(text)
            return words.count
        }

        class var exposure: Exposure {
            Exposure(Voice.self) {
                Initializer { Voice() }
                Method("say", Voice.say, "text")
                Provides { $0 as any Speaking }
            }
        }
    }

    private func wiring(_ script: String) throws -> Container {
        try Container(text: script, types: [Voice.self], environment: .test) { $0.addObjects() }
    }

    /// What a voice says that a script tells to say "a".
    private func words(_ script: String, _ body: String = #"voice:say "a""#) throws -> [String] {
        try wiring(script + "\n" + #"service "voice" { type = "Voice", configure = function(voice) \#(body) end }"#)
            .resolve("voice", as: Voice.self).words
    }

    @Test("FMS-5: a wrapper that does not call the method replaces it, and must have its parameters") func replacement()
        throws
    {
        #expect(try words(#"around "Voice.say" (function(original, voice, text) return 7 end)"#) == [])
        #expect(
            message { _ = try wiring(#"around "Voice.sya" (function(...) end)"#) } == """
                container.lua:1: Voice has no method "sya" to wrap
                    did you mean "say"?
                """)
        #expect(
            message { _ = try wiring(#"around "Voice.say" (function(original, voice) end)"#) } == """
                container.lua:1: around "Voice.say": the function must have 3 parameters, has 2
                    write `function(original, self, text) … end`, or `function(original, self, ...) … end`
                """)
    }

    @Test("FMS-6: a wrapper calls the former method, and a faulty one leaves it as it was") func override() throws {
        #expect(
            try words(#"around "Voice.say" (function(original, voice, text) return original("<" .. text .. ">") end)"#)
                == ["<a>"])
        let edited = try Edited(
            #"service "voice" { type = "Voice", scope = "transient", call = { { "say", "a" } } }"#, types: [Voice.self]
        ) {
            $0.addObjects()
        }
        #expect(throws: ContainerError.self) { try edited.reload(#"around "Voice.say" (function(original) end)"#) }
        #expect(try edited.container.resolve("voice", as: Voice.self).words == ["a"])
    }

    @Test("FMS-7: a wrapper is undone, from a script and from Swift") func undo() throws {
        let script =
            #"local undo = around "Voice.say" (function(original, voice, text) return original(text .. "!") end)"#
        #expect(try words(script, #"voice:say "a"; undo(); voice:say "b""#) == ["a!", "b"])
        let container = try wiring(
            #"service "voice" { type = "Voice", scope = "transient", call = { { "say", "a" } } }"#)
        let undo = try container.around(Voice.self, "say") { (original, voice: Voice, text: String) throws -> Int in
            try original(text + "?")
        }
        #expect(try container.resolve("voice", as: Voice.self).words == ["a?"])
        undo.undo()
        #expect(try container.resolve("voice", as: Voice.self).words == ["a"])
    }

    @Test("FMS-9: a wrapper of a protocol is a fault that names the types") func abstractType() {
        #expect(
            message { _ = try wiring(#"around "Speaking.say" (function(...) end)"#) } == """
                container.lua:1: around "Speaking.say": Speaking is not an exposed type, so it has no methods to wrap
                    the types that provide it are wrapped one by one: `around "Voice.say"`
                """)
    }

    @Test("FMS-10: a wrapper of one object leaves the others alone") func oneObject() throws {
        let container = try wiring(
            """
            service "one" { type = "Voice" }
            service "two" { type = "Voice" }
            hook.created("one", function(voice)
                around(voice, "say", function(original, self, text) return original(text .. "!") end)
            end)
            hook.created("*", function(voice) voice:say "a" end, { priority = -10 })
            """)
        #expect(try container.resolve("one", as: Voice.self).words == ["a!"])
        #expect(try container.resolve("two", as: Voice.self).words == ["a"])
    }

    @Test("FMS-11: of two wrappers of one object, the newer one is called first") func nesting() throws {
        let container = try wiring(#"service "voice" { type = "Voice" }"#)
        let voice = try container.resolve("voice", as: Voice.self)
        let inner = try voice.$shout.around { original, text in try original(text) + "1" }
        let outer = try voice.$shout.around { original, text in try original(text) + "2" }
        #expect(try voice.shout("a") == "A12")
        inner.undo()
        #expect(try voice.shout("a") == "A2")
        outer.undo()
        #expect(try voice.shout("a") == "A")
    }

    /// Values beside those of a class.
    private static let count = AssociatedKey<Voice, Int>()
    private static let ratio = AssociatedKey<Voice, Double>()
    private static let flag = AssociatedKey<Voice, Bool>()
    private static let part = AssociatedKey<Voice, Part>()
    private static let observer = AssociatedKey<Voice, Part>(weak: Part.self)

    @Test("FMS-14: values of all types are added to objects, are nil at first, and released with nil")
    func addedValues() {
        let (voice, other) = (Voice(), Voice())
        #expect(Self.count[voice] == nil && Self.part[voice] == nil)
        Self.count[voice] = 3
        Self.ratio[voice] = 0.5
        Self.flag[voice] = true
        #expect(
            Self.count[voice] == 3 && Self.ratio[voice] == 0.5 && Self.flag[voice] == true && Self.count[other] == nil)
        weak var kept: Part?
        do {
            let part = Part(name: "kept")
            kept = part
            Self.part[voice] = part
            Self.observer[voice] = part
        }
        #expect(kept != nil && Self.observer[voice]?.name == "kept")
        Self.part[voice] = nil
        #expect(kept == nil && Self.observer[voice] == nil)
    }

    @Test("DI-7: any object has a value that no class declares") func anyObject() {
        let key = AssociatedKey<AnyObject, String>()
        let (part, voice) = (Part(name: "part"), Voice())
        key[part] = "of a part"
        key[voice] = "of a voice"
        #expect(key[part] == "of a part" && key[voice] == "of a voice")
    }
}
