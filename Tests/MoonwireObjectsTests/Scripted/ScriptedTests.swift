import LuaRuntime
import Moonwire
import MoonwireObjects
import MoonwireSupport
import MoonwireValues
import Testing

private class Mixer: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
    @Scripted var volume = 5 { didSet { changes += 1 } }
    @Scripted var name: String?
    @Scripted var level: Double
    private(set) var changes = 0

    init() {}

    class var exposure: Exposure {
        Exposure(Mixer.self) {
            Initializer { Mixer() }
            Property("level", \.level)
            Property("volume", get: { $0.volume }, set: { (mixer: Mixer, volume: Int) in mixer.volume = volume })
        }
    }
}

private final class Deck: Mixer, @unchecked Sendable {  // Like its base class.
    override class var exposure: Exposure { Exposure(Deck.self) { Initializer { Deck() } } }
}

private func studio(_ text: String) throws -> Container {
    try Container(
        text: "service \"mixer\" { type = \"Mixer\" }\nservice \"deck\" { type = \"Deck\" }\n" + text,
        types: [Mixer.self, Deck.self], environment: .test
    ) { $0.addObjects() }
}

private func mixer(_ text: String) throws -> Mixer { try studio(text).kept().resolve("mixer", as: Mixer.self) }

extension Container {
    /// Keeps the container until the process ends, so that its objects keep their accessors.
    fileprivate func kept() -> Container {
        containers.withLock { $0.append(self) }
        return self
    }
}

private let containers = Lock<[Container]>([])

/// Properties that are declared with `@Scripted`.
@Suite struct ScriptedTests {
    @Test func aPropertyWithoutAnAccessorIsStored() throws {
        let mixer = try mixer("")
        #expect(mixer.volume == 5)
        mixer.volume = 6
        #expect(mixer.volume == 6)
        #expect(mixer.changes == 1)
        let said = message { _ = try mixer.$level.get() }
        #expect(said.contains("Mixer.level has no value"), "\(said)")
    }

    @Test func anAccessorSeesTheStoredValue() throws {
        let mixer = try mixer(
            """
            accessor "Mixer.volume" {
                get = function(self, current) return current * 10 end,
                set = function(self, new, current) return new + current end,
            }
            """)
        #expect(mixer.volume == 50)
        mixer.volume = 2
        #expect(mixer.volume == 70)
        #expect(mixer.volume == 70)
    }

    @Test func gettersAndSettersOfSeveralAccessorsAccumulate() throws {
        let mixer = try mixer(
            """
            accessor "Mixer.volume" { get = function(self, current) return current + 1 end }
            accessor "Mixer.volume" { set = function(self, new) return new * 2 end }
            """)
        #expect(mixer.volume == 6)
        mixer.volume = 4
        #expect(mixer.volume == 9)
    }

    @Test func theInitialValueIsReadOnceForEachOwner() throws {
        let container = try studio(
            """
            local count = 0
            accessor "Mixer.name" { initial = function(self) count = count + 1 return "mixer " .. count end }
            accessor "Mixer.level" { initial = 1.5 }
            """)
        let (one, other) = (
            try container.resolve("mixer", as: Mixer.self), try container.resolve("deck", as: Deck.self)
        )
        #expect(one.name == "mixer 1")
        #expect(one.name == "mixer 1")
        #expect(other.name == "mixer 2")
        #expect(one.level == 1.5)
        one.name = nil
        #expect(one.name == nil)
        // New objects at old addresses have values of their own.
        withContainer(container) {
            for number in 3..<20 { #expect(Mixer().name == "mixer \(number)") }
        }
    }

    @Test func anAccessorOfASubclassLeavesItsBaseClassAsItIs() throws {
        let container = try studio("accessor \"Deck.volume\" { get = function(self, current) return 1 end }")
        #expect(try container.resolve("mixer", as: Mixer.self).volume == 5)
        #expect(try container.resolve("deck", as: Deck.self).volume == 1)
    }

    @Test func observersAreCalledInAnyOrderOfRegistration() throws {
        let mixer = try mixer(
            """
            accessor "Mixer.volume" { set = function(self, new, current) return math.min(new, 8) end }
            """)
        var seen: [String] = []
        let first = mixer.$volume.observe { seen.append("first \($0) \($1 ?? 0)") }
        mixer.volume = 7
        let second = mixer.$volume.observe { new, _ in seen.append("second \(new)") }
        mixer.volume = 9
        first.undo()
        mixer.volume = 10
        #expect(seen == ["first 7 5", "first 8 7", "second 8"])
        second.undo()
        mixer.volume = 1
        #expect(seen.count == 3)
        #expect(mixer.changes == 4)
    }

    @Test func aScriptIsToldOfChanges() throws {
        let container = try studio(
            """
            local changes = {}
            accessor "Mixer.volume" { changed = function(self, new, former) changes[#changes + 1] = former .. "-" .. new end }
            service "changes" { scope = "transient", factory = function() return table.concat(changes, " ") end }
            """)
        let mixer = try container.resolve("mixer", as: Mixer.self)
        mixer.volume = 6
        mixer.volume = 6
        mixer.volume = 7
        #expect(try container.resolve("changes", as: String.self) == "5-6 6-7")
    }

    @Test func anErrorLeavesTheValueUnchanged() throws {
        let mixer = try mixer(
            """
            accessor "Mixer.volume" { set = function(self, new, current) if new > 10 then error("too loud", 0) end return new end }
            accessor "Mixer.level" { get = function(self, current) return "high" end }
            """)
        #expect(message { try mixer.$volume.set(11) }.contains("too loud"))
        #expect(mixer.volume == 5)
        let said = message { _ = try mixer.$level.get() }
        #expect(
            said
                == "container.lua:4: accessor \"Mixer.level\": the result of \"get\" expects a number, got the string \"high\""
        )
    }

    @Test func aReloadReplacesAccessorsThatWereUsed() throws {
        let folder = try Scratch(types: [Mixer.self])
        func write(_ accessor: String) throws {
            try folder.write("service \"mixer\" { type = \"Mixer\", reload = \"keep\" }\n" + accessor)
        }
        try write("accessor \"Mixer.volume\" { get = function(self, current) return current + 1 end }")
        let container = try folder.container()
        let mixer = try container.resolve("mixer", as: Mixer.self)
        #expect(mixer.volume == 6)
        try write("accessor \"Mixer.volume\" { get = function(self, current) return current + 2 end }")
        try container.reload()
        #expect(mixer.volume == 7)
        try write("")
        try container.reload()
        #expect(mixer.volume == 5)
    }

    @Test func plainAccessesReportTheErrorsOfAccessors() throws {
        let container = try studio(
            """
            accessor "Mixer.volume" {
                get = function(self, current) if current == 6 then error("broken", 0) end return current end,
                set = function(self, new, current) if new > 10 then error("too loud", 0) end return new end,
            }
            """)
        let mixer = try container.resolve("mixer", as: Mixer.self)
        mixer.volume = 11
        #expect(mixer.volume == 5)
        mixer.volume = 6
        #expect(mixer.volume == 6)
        let said = container.diagnostics.entries.map(\.description)
        #expect(
            said == [
                "warning: accessor \"Mixer.volume\" failed: container.lua:5: too loud",
                "warning: accessor \"Mixer.volume\" failed: container.lua:4: broken",
            ])
    }

    /// Observes the property again when it ends, which is while observers are removed.
    private final class Observing {
        let mixer: Mixer
        let seen: Lock<[Int]>

        init(_ mixer: Mixer, _ seen: Lock<[Int]>) { (self.mixer, self.seen) = (mixer, seen) }

        deinit { mixer.$volume.observe { [seen] new, _ in seen.withLock { $0.append(new) } } }
    }

    @Test func anObserverThatEndsAddsAnother() throws {
        let mixer = Mixer()
        let seen = Lock<[Int]>([])
        for _ in 0..<20 {
            let observing = Observing(mixer, seen)
            mixer.$volume.observe { _, _ in withExtendedLifetime(observing) {} }.undo()
        }
        mixer.volume = 6
        mixer.volume = 7
        #expect(seen.withLock { $0 } == Array(repeating: 7, count: 20))
    }

    @Test func accessesOfScriptsThrow() throws {
        let container = try studio(
            """
            accessor "Mixer.volume" { set = function(self, new, current) error("too loud", 0) end }
            service "assign" (function(c) c.get("mixer").volume = 11 return 1 end)
            service "read" (function(c) return c.get("mixer").level end)
            """)
        #expect(message { _ = try container.resolve("assign", as: Int.self) }.contains("too loud"))
        #expect(message { _ = try container.resolve("read", as: Double.self) }.contains("Mixer.level has no value"))
    }

    @Test(arguments: [
        (
            "accessor \"Mixer.volum\" {}",
            "Mixer has no scripted property \"volum\"\n    did you mean \"volume\"?"
        ),
        (
            "accessor \"volume\" {}",
            "accessor expects the name of a type and of its property, got \"volume\"\n"
                + "    write `accessor \"Type.property\" { get = function(self, current) … end }`"
        ),
        ("accessor \"Mixer.volume\" (3)", "accessor \"Mixer.volume\" expects a table, got the integer 3"),
        (
            "accessor \"Mixer.volume\" { gett = function() end }",
            "accessor \"Mixer.volume\": there is no key \"gett\"\n    did you mean \"get\"?"
        ),
        (
            "accessor \"Mixer.volume\" { get = 3 }",
            "accessor \"Mixer.volume\": \"get\" expects a function, got the integer 3"
        ),
        (
            "accessor \"Mixer.volume\" { initial = ref \"mixer\" }",
            "accessor \"Mixer.volume\": \"initial\" expects plain data or a function, got a reference"
        ),
    ])
    func mistakesAreFaultsAtTheirLine(_ line: String, _ expected: String) {
        #expect(message { _ = try studio(line) } == "container.lua:3: " + expected)
    }
}
