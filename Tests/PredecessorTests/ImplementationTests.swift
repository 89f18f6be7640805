import Moonwire
import MoonwireObjects
import Testing

/// The implementations of BSImplementation, which were classes with methods for what their owner declares.
@Suite struct ImplementationTests {
    final class Button: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
        let text: String
        weak var target: Screen?

        init(text: String) { self.text = text }

        static let exposure = Exposure(Button.self) {
            Initializer("text", body: Button.init)
            Property("text", \.text)
            Property("target", \.target)
        }
    }

    final class Screen: Exposed, Implemented, @unchecked Sendable {  // Each test uses its own on one thread.
        var implementation: String
        @Resource var title: String
        @Resource var button: Button
        @Resource var rename: Action<Void, String>
        @Resource var pressed: Action<String>

        init(implementation: String) { self.implementation = implementation }

        static let exposure = Exposure(Screen.self) {
            Initializer("implementation", body: Screen.init)
            Property("title", \.title)
            Property("button", \.button)
        }
    }

    private static let script = """
        local function renamed(screen, title) screen.title = title end
        implementation "Screen.phone" {
            title = "Phone",
            button = function(screen, c)
                local button = Button { text = screen.title .. "!" }
                button.target = screen
                return button
            end,
            rename = renamed,
            pressed = function(screen) return "to the list, from " .. screen.button.text end,
        }
        implementation "Screen.tablet" {
            title = "Tablet",
            button = inline { type = "Button", args = { text = "OK" } },
            rename = renamed,
            pressed = function(screen) return "to the details" end,
        }

        """

    private func container(_ text: String = script) throws -> Container {
        try Container(text: text, types: [Button.self, Screen.self], environment: .test) { $0.addObjects() }
    }

    private func screen(_ name: String, in container: Container) throws -> Screen {
        let screen = Screen(implementation: name)
        try container.inject(into: screen)
        return screen
    }

    @Test("BSI-1: an owner has the implementation of its name, which receives the owner") func name() throws {
        let container = try container()
        let screen = try screen("phone", in: container)
        #expect(screen.title == "Phone")
        #expect(screen.button.target === screen)
    }

    @Test("BSI-2: reads, calls, and what a call assigns come from the implementation") func forwarding() throws {
        let container = try container()
        let screen = try screen("tablet", in: container)
        #expect(screen.title == "Tablet")
        try screen.rename("Big")
        #expect(screen.title == "Big")
        screen.title = "Small"
        #expect(screen.title == "Small")
    }

    @Test("BSI-3, BSI-4: a resource is made at its first use, from another one and the owner, and kept")
    func laziness() throws {
        let container = try container()
        let screen = try screen("phone", in: container)
        #expect(!screen.$button.isFilled)
        #expect(!screen.$title.isFilled)
        #expect(screen.button.text == "Phone!")
        #expect(screen.button.target === screen)
        #expect(screen.$title.isFilled)
        #expect(screen.button === screen.button)
    }

    @Test("BSI-5, BSI-6: the implementation decides where an action leads, without a change of the owner")
    func actions() throws {
        let container = try container()
        let (phone, tablet) = (try screen("phone", in: container), try screen("tablet", in: container))
        #expect(try phone.pressed() == "to the list, from Phone!")
        #expect(try tablet.pressed() == "to the details")
    }

    @Test("BSI-7: the name can be assigned, and resources can come from elsewhere") func otherSources() throws {
        let container = try container(
            Self.script + """
                inject { slot = "Screen.button", value = inline { type = "Button", args = { text = "rule" } } }
                """)
        let screen = try screen("phone", in: container)
        screen.implementation = "tablet"
        screen.title = "by hand"
        #expect(screen.title == "by hand")
        #expect(screen.button.text == "rule")
        #expect(try screen.pressed() == "to the details")
    }

    @Test("BSI-8: an unknown name is a fault at load, with the nearest one") func unknownName() throws {
        let said = message {
            _ = try container(
                Self.script + #"service "screen" { type = "Screen", args = { implementation = "tablt" } }"#)
        }
        #expect(
            said == """
                container.lua:18: service "screen": implementation "Screen.tablt" is not defined
                    did you mean "tablet"?
                """)
    }

    @Test("BSI-9: an owner is not kept, and an action of one that ended is an error") func owner() throws {
        let container = try container()
        weak var ended: Screen?
        var action: Action<String>?
        do {
            let screen = try screen("phone", in: container)
            _ = screen.button
            action = screen.pressed
            ended = screen
        }
        #expect(ended == nil)
        let said = message { _ = try action?() }
        #expect(said.contains("Screen.pressed was called after its owner was released"), "\(said)")
    }

    @Test("BSI-10: an implementation that lacks a resource is a fault at load") func missingResource() throws {
        let said = message { _ = try container(Self.script.replacing("title = \"Tablet\",", with: "")) }
        #expect(
            said == """
                container.lua:12: implementation "Screen.tablet" has no "title"
                    Screen declares it as String
                """)
    }
}
