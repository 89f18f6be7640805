import Foundation
import Moonwire
import MoonwireObjects
import Synchronization
import Testing

nonisolated private final class Mailer: Exposed, Sendable {
    private let lines = Mutex<[String]>([])
    var sent: [String] { lines.withLock { $0 } }

    init() {}

    func send(text: String) -> Bool {
        lines.withLock { $0.append(text) }
        return true
    }

    static let exposure = Exposure(Mailer.self) {
        Initializer { Mailer() }
        Method("send", Mailer.send, "text")
    }
}

nonisolated extension Mailer {
    static let noteKey = AssociatedKey<Mailer, String>()

    var note: String? {
        get { Mailer.noteKey[self] }
        set { Mailer.noteKey[self] = newValue }
    }
}

final class Greeter: @unchecked Sendable {  // Its members are assigned by nobody.
    @Overridable var greet = { @Sendable (name: String) in "Hello \(name)" }

    @Overridable({ (greeter: Greeter, count: Int) in greeter.counted(count) })
    var count: @Sendable (Int) throws -> String

    init() {}

    private func counted(_ count: Int) -> String { "\(count) greetings" }
}

extension Greeter: Exposed {
    static let exposure = Exposure(Greeter.self) { Initializer { Greeter() } }
}

final class Mixer: @unchecked Sendable {  // One thread uses it.
    @Scripted var volume = 5

    init() {}
}

extension Mixer: Exposed {
    static let exposure = Exposure(Mixer.self) { Initializer { Mixer() } }
}

final class Logo: Exposed {
    init() {}

    static let exposure = Exposure(Logo.self) { Initializer { Logo() } }
}

final class HeaderView: Exposed {
    var title = ""
    var parts: [Logo] = []

    init() {}

    static let exposure = Exposure(HeaderView.self) {
        Initializer { HeaderView() }
        Property("title", \.title)
        Property("parts", \.parts)
    }
}

final class HomePage {
    @Partial var header: HeaderView
    @Partial("Logo") var mark: Logo
}

final class Screen: Implemented {
    let implementation: String
    @Resource var title: String
    @Resource var mark: Logo
    @Resource var open: Action<String, Int>  // takes an integer, returns a string
    @Resource var rows: [String]?  // may be left out

    init(implementation: String) { self.implementation = implementation }
}

extension Screen: Exposed {
    static let exposure = Exposure(Screen.self) {
        Initializer("implementation", body: Screen.init)
        Property("title", \.title)
    }
}

/// The code of `Documentation/Objects.md`.
@Suite struct ObjectsGuideTests {
    private static let script = """
        service "mailer" { type = "Mailer" }
        service "send" { factory = { ref "mailer", "send" }, args = { "hello" }, scope = "transient" }
        service "nothing" { factory = { ref "mailer", "send" }, args = { "" }, scope = "transient" }

        """

    private func office(_ text: String) throws -> Container {
        let folder = try Playground(["container.lua": Self.script + text])
        return try Container(
            scripts: [folder.path + "/container.lua"], types: [Mailer.self, Greeter.self, Mixer.self], environment: .dev
        ) {
            $0.addObjects()
        }
    }

    private func sent(_ container: Container) throws -> [String] {
        _ = try container.resolve("send", as: Bool.self)
        return try container.resolve("mailer", as: Mailer.self).sent
    }

    @Test func theProductIsRegistered() throws {
        let make = {
            let container = try Container(scripts: ["container.lua"], types: [Mailer.self], environment: .dev) {
                $0.addObjects()
            }
            return container
        }
        // The folder of the package has no such script.
        #expect(throws: ContainerError.self) { _ = try make() }
    }

    @Test func aScriptWrapsAMethod() throws {
        let container = try office(
            """
            around "Mailer.send" (function(original, self, text)
                if text == "" then return false end                 -- `original` need not be called
                return original("[test] " .. text)
            end)
            """)
        #expect(try container.resolve("nothing", as: Bool.self) == false)
        #expect(try sent(container) == ["[test] hello"])
    }

    @Test func aScriptWrapsOneObject() throws {
        let container = try office(
            """
            hook.created("mailer", function(mailer)
                around(mailer, "send", function(original, self, text) return original(text .. "!") end)
            end)
            """)
        #expect(try sent(container) == ["hello!"])
    }

    @Test func swiftWrapsAMethod() throws {
        let container = try office("")
        let undo = try container.around(Mailer.self, "send") {
            (original, mailer: Mailer, text: String) throws -> Bool in
            try original(text.uppercased())
        }
        #expect(try sent(container) == ["HELLO"])

        undo.undo()
        #expect(try sent(container) == ["HELLO", "hello"])
    }

    @Test func aMemberIsOverridden() throws {
        let container = try office("service \"greeter\" { type = \"Greeter\" }")
        let greeter = try container.resolve("greeter", as: Greeter.self)
        let loud = try greeter.$greet.around { original, name in try original(name.uppercased()) }
        #expect(try greeter.greet("Ann") == "Hello ANN")
        loud.undo()
        #expect(try greeter.greet("Ann") == "Hello Ann")
        #expect(try greeter.count(2) == "2 greetings")
    }

    @Test func aScriptDefinesAProperty() throws {
        let container = try office(
            """
            accessor "Mixer.volume" {
                initial = 7,                                                -- or a function that receives the object
                get = function(self, current) return current * 10 end,
                set = function(self, new, current) return math.min(new, 8) end,
                changed = function(self, new, former) end,
            }
            service "mixer" { type = "Mixer" }
            """)
        let mixer = try container.resolve("mixer", as: Mixer.self)
        #expect(mixer.volume == 70)
        mixer.volume = 9
        #expect(mixer.volume == 80)
    }

    @Test func anObjectHasANote() {
        let mailer = Mailer()
        mailer.note = "new"
        #expect(mailer.note == "new")
        #expect(Mailer().note == nil)
    }

    @Test func aPageIsMadeOfPartials() throws {
        let script = """
            parameters { product = "Moonwire" }
            partial "Logo" { type = "Logo" }
            partial "HeaderView" {
                type = "HeaderView",
                set = {
                    title = argument("title", "%product%"),
                    parts = { ref "partial.Logo", inline { type = "Logo" } },   -- new objects for each header
                },
            }
            """
        let container = try Container(text: script, types: [Logo.self, HeaderView.self], environment: .dev) {
            $0.addObjects()
        }
        let page = HomePage()
        try container.inject(into: page)
        #expect(page.header.title == "Moonwire")
        #expect(page.header === page.header)
        #expect(page.mark !== page.header.parts[0])
        let header = try container.instantiate("HeaderView", as: HeaderView.self, with: ["title": "Home"])
        #expect(header.title == "Home")
        #expect(header.parts.count == 2)
    }

    @Test func aScreenHasAnImplementation() throws {
        let script = """
            implementation "Screen.phone" {
                title = "Messages",
                mark = function(screen, c) return Logo {} end,          -- called at the first read
                open = function(screen, row) return screen.title .. " " .. row end,
            }
            implementation "Screen.tablet" {
                title = "All messages",
                mark = inline { type = "Logo" },
                open = function(screen, row) return "details of " .. row end,
                rows = { "first", "second" },
            }
            """
        let container = try Container(text: script, types: [Logo.self, Screen.self], environment: .dev) {
            $0.addObjects()
        }
        let screen = Screen(implementation: "phone")
        try container.inject(into: screen)
        print(try screen.open(3))  // Messages 3
        #expect(try screen.open(3) == "Messages 3")
        #expect(screen.mark === screen.mark)
        #expect(screen.rows == nil)
        let tablet = Screen(implementation: "tablet")
        try container.inject(into: tablet)
        #expect(try tablet.open(3) == "details of 3")
        #expect(tablet.rows == ["first", "second"])
    }
}
