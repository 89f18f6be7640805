import LuaRuntime
import Moonwire
import MoonwireObjects
import MoonwireSupport
import MoonwireValues

protocol Showing: AnyObject {}

/// A view in a tree of views.
class View: Exposed, @unchecked Sendable {  // Tests use it on one thread.
    var title = ""
    var views: [View] = []

    init() {}

    class var exposure: Exposure {
        Exposure(View.self) {
            Initializer { View() }
            Property("title", \.title)
            Property("views", \.views)
        }
    }
}

final class HeaderView: View, Showing, @unchecked Sendable {  // Like its base class.
    let width: Int

    init(width: Int = 80) {
        self.width = width
        super.init()
    }

    override class var exposure: Exposure {
        Exposure(HeaderView.self) {
            Initializer(ExposedArgument("width", default: 80), body: HeaderView.init)
            Property("title", \.title)
            Property("views", \.views)
            Provides { $0 as any Showing }
        }
    }
}

/// Is made asynchronously.
final class Movie: Exposed, Sendable {
    init() async {}

    static let exposure = Exposure(Movie.self) { Initializer { await Movie() } }
}

/// Has slots that partials fill.
class Page: Exposed, @unchecked Sendable {  // Tests use it on one thread.
    @Partial var header: HeaderView
    @Partial("Footer") var footer: View
    @Partial("HeaderView") var shown: any Showing
    @Partial var optional: HeaderView?

    init() {}

    class var exposure: Exposure { Exposure(Page.self) { Initializer { Page() } } }
}

/// Reads its slot while it is created.
final class EarlyPage: Page, @unchecked Sendable {  // Like its base class.
    private(set) var titleOfInit = ""

    override init() {
        super.init()
        titleOfInit = header.title
    }

    override class var exposure: Exposure {
        Exposure(EarlyPage.self) {
            Initializer { EarlyPage() }
            Property("titleOfInit", \.titleOfInit)
        }
    }
}

/// A container with pages.
func pages(
    _ text: String, types: [any Exposed.Type] = [Page.self, EarlyPage.self],
    register: (inout Registrations) throws -> Void = { _ in }
) throws -> Container {
    try Container(
        text: text, types: [View.self, HeaderView.self, Movie.self] + types, environment: .test,
        limits: Interpreter.Limits(cpuTime: .seconds(60))
    ) {
        $0.addObjects()
        try register(&$0)
    }
}
