import MoonwireCore
import MoonwireValues

/// An owner of slots of every sort, with a subclass.
class Dashboard: Exposed {
    @Injected var engine: Engine
    @Injected("spare") var spare: Engine?
    @Injected var driver: (any Driving)?
    @Lazy var trips: [Int]
    @Lazy var title = "untitled"
    @Final var serial: String?
    var observed: [String] = []
    @Injected var watched: Engine? { didSet { observed.append(watched?.brand ?? "nil") } }

    class var exposure: Exposure {
        Exposure(Dashboard.self) {
            Initializer { Dashboard() }
            Property("engine", \.engine)
            Property("note", get: { $0.observed.last ?? "" }, set: { $0.observed.append("\($1) \($0.engine.brand)") })
        }
    }
}

final class SportDashboard: Dashboard {
    @Injected("turbo") var turbo: Engine

    override class var exposure: Exposure {
        Exposure(SportDashboard.self) { Initializer { SportDashboard() } }
    }
}

/// A generic owner, and a subclass of one of its specialisations.
class Panel<Content> {
    @Injected var content: Content
    @Lazy var history: [Content]
}

final class Twin: Panel<Engine>, Exposed {
    @Injected var second: Engine

    static let exposure = Exposure(Twin.self) { Initializer { Twin() } }
}

/// Slots that only some containers can fill.
final class Trailer: Exposed {
    @Injected("hitch") var hitch: Engine
    @Injected var load: any Driving

    static let exposure = Exposure(Trailer.self) { Initializer { Trailer() } }
}

/// Reads its slots while it comes and while it goes.
final class Witness: Exposed {
    @Injected var engine: Engine
    @Injected("spare") var spare: Engine?
    @Lazy var notes: [String]
    let log: Log

    /// A log of events, for tests.
    final class Log { var lines: [String] = [] }

    init(log: Log, container: Container? = nil) throws {
        self.log = log
        try container?.inject(into: self)
        if container != nil { log.lines.append("init \(engine.brand)") }
    }

    deinit {
        notes.append("gone")
        log.lines.append("deinit \(engine.brand) \(spare?.brand ?? "none") \(notes)")
    }

    static let exposure = Exposure(Witness.self) { Initializer { try Witness(log: Log()) } }
}

/// An owner on the main actor.
@MainActor final class Windscreen {
    @Injected var engine: Engine
    @Lazy var wipers: [Int]
    @Lazy var label = makeLabel()
    @Final var tint: Int?
    @Injected("engine") static var shared: Engine

    static func makeLabel() -> String { "clear" }
}

/// An owner that is an actor.
actor Ledger: Exposed {
    @Injected var engine: Engine
    @Injected("spare") var spare: Engine?

    var brands: [String?] { [engine.brand, spare?.brand] }

    static let exposure = Exposure(Ledger.self) { Initializer { Ledger() } }
}

/// Slots that nothing can fill.
final class Bare {
    @Lazy var driver: any Driving
    @Final var number: Int
}
