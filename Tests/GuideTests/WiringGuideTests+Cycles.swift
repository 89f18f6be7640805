import Moonwire
import Testing

private final class Window: Exposed, Sendable {
    let toolbar: Toolbar

    init(toolbar: Toolbar) { self.toolbar = toolbar }

    static let exposure = Exposure(Window.self) { Initializer("toolbar", body: Window.init) }
}

private final class Toolbar: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    weak var window: Window?

    static let exposure = Exposure(Toolbar.self) {
        Initializer { Toolbar() }
        Property("window", get: { $0.window }, set: { $0.window = $1 })
    }
}

/// The code about services that need each other in `Documentation/Wiring.md`, word for word.
@Suite struct CycleGuideTests {
    @Test(arguments: ["window", "toolbar"]) func servicesThatNeedEachOther(_ first: String) throws {
        let script = #"""
            service "window"  { type = "Window", args = { toolbar = ref "toolbar" } }
            service "toolbar" { type = "Toolbar", set = { window = later "window" } }
            """#
        let container = try Container(text: script, types: [Window.self, Toolbar.self], environment: .dev)
        if first == "toolbar" { _ = try container.resolve(first, as: Toolbar.self) }
        let window = try container.resolve("window", as: Window.self)
        #expect(window.toolbar.window === window)
        #expect(try container.resolve("toolbar", as: Toolbar.self) === window.toolbar)
    }

    /// The toolbar does not own its window.
    @Test func weakReferenceEndsTheCycle() throws {
        let script = #"""
            service "window"  { type = "Window", args = { toolbar = ref "toolbar" } }
            service "toolbar" { type = "Toolbar", set = { window = later "window" } }
            """#
        weak var window: Window?
        do {
            let container = try Container(text: script, types: [Window.self, Toolbar.self], environment: .dev)
            window = try container.resolve("window", as: Window.self)
            #expect(window != nil)
        }
        #expect(window == nil)
    }
}
