import Moonwire

/// Owners of the same service, in slots and in Swift's own lazy properties.
private final class Dashboard {
    @Injected var injected: Service
    @Injected var optional: Service?
    @Lazy var made = Service()
    @Lazy var list: [Int]
    lazy var plain = Service()
    lazy var plainList: [Int] = []
}

/// Slots with a value, compared to `lazy var`.
func slotRows() throws -> [Row] {
    let container = try Container.ofHundred()
    // More than one, so that no read can be moved out of the loop.
    let dashboards = (0..<64).map { _ in Dashboard() }
    for dashboard in dashboards {
        try container.inject(into: dashboard)
        // The container has been released when the rows run.
        _ = dashboard.optional
        dashboard.list = Array(0..<1000)
        dashboard.plainList = Array(0..<1000)
    }
    let baseline: Row.Work = { operations in
        var sink = Sink()
        for number in 0..<operations { sink.take(dashboards[number & 63].plain) }
    }
    return [
        Row(
            "slot that is filled, injected", bar: 2,
            ours: { operations in
                var sink = Sink()
                for number in 0..<operations { sink.take(dashboards[number & 63].injected) }
            }, baseline: baseline),
        Row(
            "slot that is filled, optional", bar: 2,
            ours: { operations in
                var sink = Sink()
                for number in 0..<operations {
                    if let service = dashboards[number & 63].optional { sink.take(service) }
                }
            }, baseline: baseline),
        Row(
            "slot that is filled, lazy", bar: 2,
            ours: { operations in
                var sink = Sink()
                for number in 0..<operations { sink.take(dashboards[number & 63].made) }
            }, baseline: baseline),
        Row(
            "slot changed in place", bar: 2,
            ours: { operations in
                for number in 0..<operations { dashboards[number & 63].list[number & 511] &+= 1 }
            },
            baseline: { operations in
                for number in 0..<operations { dashboards[number & 63].plainList[number & 511] &+= 1 }
            }),
    ]
}
