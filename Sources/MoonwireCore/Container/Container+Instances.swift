import MoonwireSupport

extension Container {
    /// The instances that the container holds, oldest first, followed by those of scope weak.
    ///
    /// ```swift
    /// for instance in container.instances { print(instance.id, instance.date, instance.path) }
    /// ```
    public var instances: [HeldInstance] {
        let held = try? resolving { generation in
            generation.instances.holdings.map { holding in
                HeldInstance(
                    id: generation.plan.services[holding.position].id, date: holding.provenance.date,
                    path: holding.provenance.path,
                    isSupplied: holding.provenance.source == .application)
            }
        }
        return held ?? []
    }

    /// The products besides Moonwire that add words to the scripts.
    package var modules: [any LayerModule] {
        (try? resolving { $0.wholePlan.graph.layers.all.flatMap(\.modules) }) ?? []
    }

    /// The contents of the current generation as plain data, with the current parameters.
    package var inspection: Inspection {
        get throws { try inspection(of: nil) }
    }

    /// The same, with the values of one service filled in first.
    package func inspection(of id: String?) throws -> Inspection {
        try resolving { Inspection($0.wholePlan.graph, settings: settings.withLock { $0.layer }, of: id) }
    }
}
