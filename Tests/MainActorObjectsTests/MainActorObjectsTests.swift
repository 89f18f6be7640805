import Moonwire
import MoonwireObjects
import Testing

@MainActor final class Greeter: Exposed {
    @Overridable var greet = { @Sendable (name: String) in "Hello \(name)" }

    @Overridable({ (greeter: Greeter, name: String) in MainActor.assumeIsolated { greeter.counted(name) } })
    var count: @Sendable (String) throws -> Int

    private var greetings = 0

    init() {}

    private func counted(_ name: String) -> Int {
        greetings += name.count
        return greetings
    }

    nonisolated static let exposure = Exposure(Greeter.self) { Initializer { await Greeter() } }
}

@MainActor final class Volume: Exposed {
    @Scripted var level = 5 { didSet { changes += 1 } }
    var changes = 0

    init() {}

    nonisolated static let exposure = Exposure(Volume.self) { Initializer { await Volume() } }
}

final class Header: Exposed {
    var title = ""

    init() {}

    static let exposure = Exposure(Header.self) {
        Initializer { Header() }
        Property("title", \.title)
    }
}

/// The application makes it.
final class Home {
    @Partial var header: Header
    @Partial("Header") var second: Header?
    @Injected var label: String
}

@MainActor final class Phone: Exposed, Implemented {
    nonisolated let implementation: String
    @Resource var title: String
    @Resource var open: Action<String, Int>
    @Resource var rows: [Int]?

    init(implementation: String) { self.implementation = implementation }

    nonisolated static let exposure = Exposure(Phone.self) {
        Initializer("implementation") { await Phone(implementation: $0) }
        Property("implementation", \.implementation)
    }
}

/// The property wrappers of MoonwireObjects in a target whose default isolation is the main actor.
@Suite struct MainActorObjectsTests {
    private func container(_ text: String) throws -> Container {
        try Container(
            text: text, types: [Greeter.self, Volume.self, Header.self, Phone.self], environment: .test
        ) {
            $0.addObjects()
            $0.registerOwner(Home.self)
        }
    }

    @Test func overridableMembersAreWrapped() async throws {
        let container = try container(
            """
            service "greeter" { type = "Greeter" }
            around "Greeter.greet" (function(original, self, name) return original(name) .. "!" end)
            around "Greeter.count" (function(original, self, name) return original(name .. "?") end)
            """)
        let greeter = try await container.resolve("greeter", as: Greeter.self)
        #expect(try greeter.greet("Ann") == "Hello Ann!")
        let undo = try greeter.$greet.around { original, name in try original(name + "?") }
        #expect(try greeter.greet("Ann") == "Hello Ann?!")
        undo.undo()
        greeter.greet = { @Sendable in "Good day \($0)" }
        #expect(try greeter.greet("Ann") == "Good day Ann!")
        #expect(try greeter.count("Ann") == 4)
        #expect(try greeter.count("Bob") == 8)
        let greet = greeter.greet
        let elsewhere = try await Task.detached { try greet("Ann") }.value
        #expect(elsewhere == "Good day Ann!")
    }

    @Test func scriptedPropertiesHaveAccessors() async throws {
        let container = try container(
            """
            service "volume" { type = "Volume" }
            accessor "Volume.level" {
                get = function(self, current) return current * 10 end,
                set = function(self, new, current) return math.min(new, 8) end,
            }
            """)
        let volume = try await container.resolve("volume", as: Volume.self)
        #expect(volume.level == 50)
        volume.level = 12
        #expect(volume.level == 80)
        #expect(volume.changes == 1)
        #expect(try volume.$level.get() == 80)
    }

    @Test func partialsFillSlots() throws {
        let container = try container(
            """
            partial "Header" { type = "Header", set = { title = "Top" } }
            inject { slot = "Home.label", value = "home" }
            """)
        let home = Home()
        try container.inject(into: home)
        #expect(home.header.title == "Top")
        #expect(home.second !== home.header)
        #expect(home.label == "home")
        #expect(try container.instantiate("Header", as: Header.self).title == "Top")
    }

    @Test func resourcesAreProvided() async throws {
        let container = try container(
            """
            service "phone" { type = "Phone", args = { implementation = "small" } }
            implementation "Phone.small" {
                title = "Messages",
                open = function(phone, row) return phone.implementation .. " " .. row end,
            }
            """)
        let phone = try await container.resolve("phone", as: Phone.self)
        #expect(phone.title == "Messages")
        #expect(try phone.open(3) == "small 3")
        #expect(phone.rows == nil)
    }
}
