import Moonwire
import TestSupport

/// Its initializer and most of its methods are asynchronous.
final class Cable: Exposed, Sendable {
    let name: String
    let others: [Cable]
    let log = Collected<String>()

    init(name: String, others: [Cable] = []) async {
        await Task.yield()
        self.name = name
        self.others = others
    }

    static let exposure = Exposure(Cable.self) {
        Initializer("name", ExposedArgument("others", default: [])) { await Cable(name: $0, others: $1) }
        StaticMethod("open", "name") { await Cable(name: $0) }
        Method("branch", "name") { await Cable(name: $1, others: [$0]) }
        Method("add", "entry") { (cable: Cable, entry: String) async in
            await Task.yield()
            cable.log.append(entry)
        }
        Method("note", "entry") { $0.log.append($1) }
        Method("join", "other") { (cable: Cable, other: Cable) async in
            await Task.yield()
            cable.log.append(other.name)
        }
        Property("name", \.name)
    }
}

/// Belongs to the main actor.
@MainActor final class Window: Exposed {
    nonisolated let title: String
    private(set) var shown: [String] = []
    /// Its parts are built on the main actor, too.
    let panel: Window?

    init(title: String, panel: Window?) {
        MainActor.assertIsolated()
        self.title = title
        self.panel = panel
    }

    func show(_ what: String) { shown.append(what) }

    nonisolated static let exposure = Exposure(Window.self) {
        Initializer("title", "panel") { await Window(title: $0, panel: $1) }
        Method("show", "what") { await $0.show($1) }
        Property("title", \.title)
    }
}

/// An actor whose own methods are exposed.
actor Odometer: Exposed {
    private var total = 0

    func count(_ number: Int) -> Int {
        total += number
        return total
    }

    static let exposure = Exposure(Odometer.self) {
        Initializer { Odometer() }
        Method("count", "number") { await $0.count($1) }
    }
}

/// What an asynchronous closure says; nil when it throws nothing.
func message<R>(_ body: () async throws -> R) async -> String? {
    do {
        _ = try await body()
        return nil
    } catch {
        return "\(error)"
    }
}
