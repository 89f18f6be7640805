extension Container {
    /// The services to build for inspection, in the order of their definitions: without aliases, synthetic services, and transient
    /// ones, which are built wherever they are needed.
    package var buildableIDs: [String] {
        get throws {
            try resolving { generation in
                generation.plan.services.filter(\.isBuiltForItself).map(\.id)
            }
        }
    }

    /// The number of tasks that await the build in progress of the service with that id; throws ``ContainerError`` for an unknown id.
    package func waiters(of id: String) throws -> Int {
        try resolving { generation in
            AsynchronousBuilds.waiters(of: generation.instances.identities.ofBuild(at: try generation.position(of: id)))
        }
    }

    /// Builds the service with that id as a resolve would; throws ``ContainerError`` if that fails.
    package func build(_ id: String) throws {
        try resolving { generation in _ = try generation.instance(at: try generation.position(of: id)) }
    }

    /// The same for a service that may be asynchronous.
    package nonisolated(nonsending) func buildAwaiting(_ id: String) async throws {
        try await AsynchronousRequest(of: current, for: id).instance {
            try $0.position(of: id)
        } take: { _, _, _ in
        }
    }
}

extension PlannedService {
    fileprivate var isBuiltForItself: Bool {
        if case .supplied = maker { return false }
        return index >= 0 && scope != .transient
    }
}
