import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// The getter and setter blocks of DeluxeInjection, and the observation of properties, are accessors here.
@Suite struct AccessorTests {
    final class Mixer: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
        @Scripted var volume = 5 { didSet { changes.append(volume) } }
        private(set) var changes: [Int] = []

        init() {}

        static let exposure = Exposure(Mixer.self) { Initializer { Mixer() } }
    }

    private static let mixer = #"service "mixer" { type = "Mixer", scope = "transient" }"# + "\n"

    private func edited(_ script: String) throws -> Edited {
        try Edited(Self.mixer + script, types: [Mixer.self]) { $0.addObjects() }
    }

    @Test("DI-13: each of two accessors receives the stored value, not what the other one makes of it")
    func storedValue() throws {
        let edited = try edited(
            """
            accessor "Mixer.volume" { get = function(mixer, current) return current * 10 end }
            accessor "Mixer.volume" { get = function(mixer, current) return current + 1 end }
            """)
        #expect(try edited.container.resolve("mixer", as: Mixer.self).volume == 6)
    }

    @Test("DI-14: a getter writes nothing back") func getter() throws {
        let edited = try edited(#"accessor "Mixer.volume" { get = function(mixer, current) return current * 10 end }"#)
        let mixer = try edited.container.resolve("mixer", as: Mixer.self)
        #expect([mixer.volume, mixer.volume] == [50, 50])
        #expect(mixer.changes == [])
    }

    @Test("DI-16: without its accessor, a property is read and assigned as before") func removedAccessor() throws {
        let edited = try edited(
            """
            accessor "Mixer.volume" {
                get = function(mixer, current) return current * 10 end,
                set = function(mixer, new, current) return math.min(new, 8) end,
            }
            """)
        let mixer = try edited.container.resolve("mixer", as: Mixer.self)
        mixer.volume = 9
        #expect(mixer.volume == 80)
        try edited.reload(Self.mixer)
        #expect(mixer.volume == 8)
        mixer.volume = 9
        #expect(mixer.volume == 9)
    }

    @Test("DI-28: a getter and a setter of two accessors of one property are both in effect") func accumulation() throws
    {
        let edited = try edited(
            """
            accessor "Mixer.volume" { get = function(mixer, current) return current * 10 end }
            accessor "Mixer.volume" { set = function(mixer, new, current) return new + 1 end }
            """)
        let mixer = try edited.container.resolve("mixer", as: Mixer.self)
        mixer.volume = 3
        #expect(mixer.volume == 40)
    }

    @Test("FMS-8: observers are told of changes only, with or without an accessor") func observation() throws {
        let edited = try edited(
            #"accessor "Mixer.volume" { set = function(mixer, new, current) return math.min(new, 8) end }"#)
        let mixer = try edited.container.resolve("mixer", as: Mixer.self)
        let seen = Lock<[String]>([])
        let observation = mixer.$volume.observe { new, former in seen.withLock { $0.append("\(former ?? 0) -> \(new)") }
        }
        for volume in [9, 9, 8, 3] { mixer.volume = volume }
        #expect(seen.withLock { $0 } == ["5 -> 8", "8 -> 3"])
        withExtendedLifetime(observation) {}
    }

    @Test("FMS-12: an observer that was added before the accessor is told, too") func orderOfObservers() throws {
        let edited = try edited("")
        let mixer = try edited.container.resolve("mixer", as: Mixer.self)
        let seen = Lock<[Int]>([])
        let first = mixer.$volume.observe { new, _ in seen.withLock { $0.append(new) } }
        try edited.reload(
            Self.mixer + #"accessor "Mixer.volume" { set = function(mixer, new, current) return new * 2 end }"#)
        let second = mixer.$volume.observe { new, _ in seen.withLock { $0.append(-new) } }
        mixer.volume = 3
        #expect(seen.withLock { $0.sorted() } == [-6, 6])
        withExtendedLifetime((first, second)) {}
    }
}
