import Moonwire
import MoonwireObjects
import MoonwireSupport

/// A button, which may have a delegate.
final class Button: Exposed, @unchecked Sendable {  // Tests use it on one thread.
    let text: String
    weak var delegate: Screen?

    init(text: String) { self.text = text }

    static let exposure = Exposure(Button.self) {
        Initializer("text", body: Button.init)
        Property("text", \.text)
        Property("delegate", \.delegate)
    }
}

/// Requires resources from an implementation.
class Screen: Exposed, Implemented, @unchecked Sendable {  // Tests use it on one thread.
    var implementation: String
    @Resource var title: String
    @Resource var button: Button
    @Resource var open: Action<String, Int>
    @Resource var rows: [Int]?
    @Resource var note: Action<Void>?

    init(implementation: String) { self.implementation = implementation }

    func reset() {}

    class var exposure: Exposure {
        Exposure(Screen.self) {
            Initializer("implementation") { Screen(implementation: $0) }
            Property("title", \.title)
        }
    }
}

final class Tablet: Screen, @unchecked Sendable {  // Like its base class.
    @Resource var columns: Int

    override class var exposure: Exposure {
        Exposure(Tablet.self) {
            Initializer("implementation") { Tablet(implementation: $0) }
            Property("columns", \.columns)
        }
    }
}

/// Has a resource, but names no implementation.
final class Nameless: Exposed, @unchecked Sendable {  // Tests use it on one thread.
    @Resource var title: String

    init() {}

    static let exposure = Exposure(Nameless.self) { Initializer { Nameless() } }
}

/// A container with screens.
func screens(
    _ text: String, types: [any Exposed.Type] = [Screen.self, Button.self],
    register: (inout Registrations) throws -> Void = { _ in }
) throws -> Container {
    try Container(text: text, types: types, environment: .test) {
        $0.addObjects()
        try register(&$0)
    }
}
