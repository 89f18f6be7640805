package import MoonwireValues

/// Objects of partials are built when code reads a slot, so they are built synchronously; and `@Partial` slots need one that fits.
enum PartialCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard let asynchronous = graph.facts.asynchronous else { return [] }
        return graph.definitions.enumerated().compactMap { position, definition in
            guard definition.isTemplate, let reason = asynchronous.reason(forServiceAt: position, in: graph) else {
                return nil
            }
            return .asynchronousPartial(definition, reason)
        }
    }

    /// Warnings: an initializer may assign the slot, and a reload may add the partial.
    static func remarks(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.layers.haveModules else { return [] }
        let slots = (SlotOwner.known(in: graph) ?? []).flatMap { owner in
            owner.slots.filter { $0.kind == .partial && $0.arguments?.id == nil }.map { (owner, $0) }
        }
        if slots.isEmpty { return [] }
        let templates = graph.definitions.filter(\.isTemplate)
        let shapes = ShapeCheck(graph)
        return slots.compactMap { owner, slot -> Diagnostic? in
            let subject = InjectionRuleIndex.Subject(slot, of: owner)
            if graph.rules.decisive(for: subject, saysItself: false) != nil { return nil }
            let fits = templates.contains {
                shapes.mismatches(.reference(ServiceReference($0.id)), slot.shape, as: slot.swiftType).isEmpty
            }
            return fits ? nil : .noPartial(for: slot, of: owner.name, near: graph.partials.nearest(to: slot.type))
        }
    }
}

extension DefinitionGraph {
    /// The names of the partials, for suggestions.
    package var partials: Suggestions {
        let templates = definitions.filter { $0.isTemplate && !$0.isWrapped }
        return Suggestions(among: templates.map { String($0.id.dropFirst(Definition.partialPrefix.count)) })
    }
}

extension Definition {
    /// The beginning of the ids of partials.
    package static let partialPrefix = "partial."
}
