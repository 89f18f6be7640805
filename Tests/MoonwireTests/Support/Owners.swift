import Moonwire

/// An owner of slots that scripts fill, with a subclass.
class Dashboard: Exposed {
    @Injected var engine: Engine
    @Injected("spare") var spare: Engine?
    @Injected var driver: (any Driving)?
    @Injected var limit: Int?
    @Lazy var trips: [Int]
    @Lazy var title = "untitled"

    class var exposure: Exposure {
        Exposure(Dashboard.self) {
            Initializer { Dashboard() }
            Property("brand", get: { $0.engine.brand })
        }
    }
}

final class SportDashboard: Dashboard {
    @Injected var boost: Double?

    override class var exposure: Exposure {
        Exposure(SportDashboard.self) { Initializer { SportDashboard() } }
    }
}
