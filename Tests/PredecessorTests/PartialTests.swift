import Moonwire
import MoonwireObjects
import Testing

/// The partials of BloodMagic, which were read from files of Interface Builder, and the layouts of Polymerase.
@Suite struct PartialTests {
    final class UserView: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
        var title = ""
        var part: Part?

        init() {}

        static let exposure = Exposure(UserView.self) {
            Initializer { UserView() }
            Property("title", \.title)
            Property("part", \.part)
        }
    }

    final class Screen: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
        @Partial var userView: UserView
        private(set) var titleOfInit = ""

        init() { titleOfInit = userView.title }

        static let exposure = Exposure(Screen.self) { Initializer { Screen() } }
    }

    private func container(_ text: String) throws -> Container {
        try Container(text: text, types: [UserView.self, Screen.self, Part.self], environment: .test) {
            $0.addObjects()
        }
    }

    @Test("BM-47: a partial is built from the template of its type's name, once, even in its owner's initializer")
    func partial() throws {
        let container = try container(
            """
            partial "UserView" { type = "UserView", set = { title = "Ann" } }
            service "screen" { type = "Screen" }
            """)
        let screen = try container.resolve("screen", as: Screen.self)
        #expect(screen.titleOfInit == "Ann")
        #expect(type(of: screen.userView) == UserView.self)
        #expect(screen.userView === screen.userView)
        #expect(withContainer(container) { Screen().userView !== screen.userView })
    }

    @Test("BM-48: the last of several templates is taken, and a name without a template is an error")
    func severalTemplates() throws {
        let container = try container(
            """
            partial "UserView" { type = "UserView", set = { title = "one" } }
            partial "UserView" { type = "UserView", set = { title = "two" } }
            """)
        #expect(try container.instantiate("UserView", as: UserView.self).title == "two")
        #expect(remarks(of: container).contains(#"partial "UserView" is defined again"#))
        let said = message { _ = try container.instantiate("UserVeiw", as: UserView.self) }
        #expect(said == "partial \"UserVeiw\" is not defined\n    did you mean \"UserView\"?")
    }

    @Test("PM-60: values in a layout are services, parameters, and nested objects of the container that reads it")
    func layout() throws {
        let text = """
            parameters { greeting = "Hello" }
            service "part" { type = "Part", args = { name = "shared" } }
            partial "Plain" { type = "UserView", set = { title = "%greeting%", part = "@part" } }
            partial "Nested" { type = "UserView", set = { part = inline { type = "Part", args = { name = "own" } } } }
            """
        let (one, other) = (try container(text), try container(text + "\nparameters { greeting = \"Bye\" }"))
        let plain = try one.instantiate("Plain", as: UserView.self)
        #expect(plain.title == "Hello")
        #expect(plain.part === (try one.resolve("part", as: Part.self)))
        #expect(try one.instantiate("Nested", as: UserView.self).part?.name == "own")
        #expect(try other.instantiate("Plain", as: UserView.self).title == "Bye")
    }
}
