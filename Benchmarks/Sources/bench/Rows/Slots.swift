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
    return try emptySlotRows() + [
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

/// Slots for which there is no service, among few services and many, compared to an empty `lazy var`.
private func emptySlotRows() throws -> [Row] {
    try [20, 2000, 20_000].map { count in
        let services = (0..<count).map { "service \"part_\($0)\" { type = \"Bystander\" }" }
        let container = try Container(
            text: services.joined(separator: "\n"), types: [Bystander.self], environment: .prod)
        let owners = (0..<64).map { _ in EmptyOwner() }
        for owner in owners { try container.inject(into: owner) }
        return Row("slot that is empty, of \(count) services", bar: 5) { operations in
            var filled = 0
            for number in 0..<operations where owners[number & 63].unknown != nil { filled += 1 }
            precondition(filled == 0)
            withExtendedLifetime(container) {}
        } baseline: { operations in
            var filled = 0
            for number in 0..<operations where owners[number & 63].plain != nil { filled += 1 }
            precondition(filled == 0)
        }
    }
}

/// An owner of slots that nothing fills.
private final class EmptyOwner {
    @Injected("unknown") var unknown: Service?
    lazy var plain: Service? = nil
}
