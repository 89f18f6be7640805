extension WiringGraph {
    /// The services within a distance of a service, in either direction; nil means any distance.
    package func around(_ id: String, depth: Int?) -> WiringGraph {
        var near: Set<String> = [id]
        var border = near
        var steps = 0
        while !border.isEmpty, depth.map({ steps < $0 }) ?? true {
            var next: Set<String> = []
            for need in needs {
                if border.contains(need.from) { next.insert(need.to) }
                if border.contains(need.to) { next.insert(need.from) }
            }
            border = next.subtracting(near)
            near.formUnion(border)
            steps += 1
        }
        return only { near.contains($0.id) }
    }

    /// Only services of these scopes.
    package func inScopes(_ scopes: Set<String>) -> WiringGraph {
        only { $0.scope.map(scopes.contains) ?? false }
    }

    private func only(_ isWanted: (Service) -> Bool) -> WiringGraph {
        let services = services.filter(isWanted)
        let ids = Set(services.map(\.id))
        return WiringGraph(services: services, needs: needs.filter { ids.contains($0.from) && ids.contains($0.to) })
    }
}
