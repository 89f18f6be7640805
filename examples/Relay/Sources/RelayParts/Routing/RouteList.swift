import Moonwire

/// All routes of a wiring, which are built at the start: what is wrong with one is known before the first request.
public final class RouteList: Sendable, Exposed {
    let all: [any Route]

    init(all: [any Route]) {
        self.all = all
    }
}
