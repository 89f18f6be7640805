import Moonwire
import Testing

/// The lazy properties of BloodMagic.
@Suite struct BloodMagicLazyTests {
    protocol Nameless {}

    class Screen {
        @Lazy var part: Part
        @Lazy var spare: Part?
        @Lazy var nameless: any Nameless
    }

    class Chat: Screen {
        @Lazy var spinner: Part
    }

    private let container: Container

    init() throws {
        container = try Container(text: "", types: [Part.self], environment: .test)
    }

    private func screen<Owner: Screen>(_ screen: Owner = Screen()) throws -> Owner {
        try container.inject(into: screen)
        return screen
    }

    @Test("BM-1: the first read of a lazy slot makes an instance of its type") func firstRead() throws {
        let screen = try screen()
        #expect(!screen.$part.isFilled)
        #expect(screen.part.name == "part")
        #expect(screen.spare != nil)
    }

    @Test("BM-3: both reads of a lazy slot return the same instance") func secondRead() throws {
        let screen = try screen()
        let first = screen.part
        #expect(screen.part === first)
    }

    @Test("BM-4: a subclass inherits lazy slots") func inheritedSlot() throws {
        let chat = try screen(Chat())
        let first = chat.part
        #expect(chat.part === first)
    }

    @Test("BM-5: the lazy slots of a base class and of its subclass are independent") func ownAndInheritedSlots() throws
    {
        let chat = try screen(Chat())
        #expect(chat.spinner !== chat.part)
    }

    @Test("BM-6: the read after nil makes a new instance") func readAfterNil() throws {
        let screen = try screen()
        let first = screen.spare
        screen.spare = nil
        #expect(screen.spare != nil)
        #expect(screen.spare !== first)
    }

    @Test("BM-7: a lazy slot that only names a protocol is an error that names the slot") func protocolWithoutProvider()
        throws
    {
        let screen = try screen()
        #expect(
            message { _ = try screen.$nameless.get() } == """
                PredecessorTests/BloodMagicLazyTests.swift:11: slot Screen.nameless cannot be filled: no service provides Nameless
                    `inject { slot = "Screen.nameless", value = … }` provides a value
                """)
    }

    @Test("BM-8: an assigned value is what is read afterward") func assignment() throws {
        let screen = try screen()
        let own = Part(name: "own")
        screen.part = own
        #expect(screen.part === own)
    }

    @Test("BM-9: rules fill lazy slots, and replace an initial value only if they name the slot or are forced")
    func ruleForLazySlots() throws {
        final class Window {
            @Lazy var title = "untitled"
            @Lazy var name = "unnamed"
            @Lazy var part: Part
        }
        func window(_ rules: String) throws -> [String] {
            let container = try Container(text: rules, types: [Part.self], environment: .test) {
                $0.registerOwner(Window.self)
            }
            let window = Window()
            try container.inject(into: window)
            return withExtendedLifetime(container) { [window.title, window.name, window.part.name] }
        }
        #expect(
            try window(
                """
                inject { type = "Part", value = inline { type = "Part", args = { name = "by rule" } } }
                inject { type = "String", value = "by rule" }
                inject { slot = "Window.name", value = "by its rule" }
                """) == ["untitled", "by its rule", "by rule"])
        #expect(
            try window(#"inject { type = "String", value = "forced", force = true }"#) == ["forced", "forced", "part"])
    }
}
