extension GenerationDiff {
    /// An instance that is pinned must not be replaced, unless the next definition lifts the pin.
    func refuseReplacedPins() throws {
        guard purpose.isReload else { return }
        let definitions = old.wholePlan.graph.definitions
        let pinned = reasons.indices.filter { reasons[$0] != nil && definitions[$0].reload == .pinned }
        if pinned.isEmpty { return }
        let held = Set(old.instances.shared.held)
        let replaced = pinned.filter { held.contains($0) && isPinned(definitions[$0]) }
        let faults = replaced.map { position -> Diagnostic in
            var definition = definitions[position]
            // A decorator may have its id now.
            if let next = mapping.counterparts[position].map({ graph.definitions[$0] }),
                next.isAlias || next.reload == .pinned
            {
                definition.origin = next.origin
            }
            return .pinned(definition, reason(at: position), path: path(from: position))
        }
        // They contain ids only, which are no secrets; to mask secrets runs code of the application, and a lock may be held.
        guard faults.isEmpty else { throw ContainerError(faults) }
    }

    /// Whether the next wiring keeps the pin of a service; decorators may have passed its id on.
    private func isPinned(_ former: Definition) -> Bool {
        let next = graph.definitions.filter { $0.outermostID == former.outermostID && !$0.isAlias }
        return next.isEmpty || next.contains { $0.reload == .pinned }
    }

    private func reason(at position: Int) -> ReloadPlan.Reason {
        var end = position
        while case .need(let next)? = reasons[end] { end = next }
        return switch reasons[end] {
        case .removed: .removed
        case .function: .function
        case .rebuild: .rebuild
        case .changed, .need, nil: .changed
        }
    }
}
