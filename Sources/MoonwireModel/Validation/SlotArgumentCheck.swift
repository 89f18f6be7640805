import MoonwireValues

/// Reports slots whose declarations name what the wiring does not have, as far as exposures state the declarations.
///
/// An initializer may assign a slot before the container fills it, so these are warnings.
package struct SlotArgumentCheck {
    private let graph: DefinitionGraph
    private let shapes: ShapeCheck

    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let owners = graph.statedSlots.owners
        if owners.isEmpty { return [] }
        let check = SlotArgumentCheck(graph: graph, shapes: ShapeCheck(graph))
        return owners.flatMap { check.check($0) }
    }

    /// Whether a load has compared a slot of a class with the wiring.
    package static func includes(_ slot: String, of type: any ExposedType, in graph: DefinitionGraph) -> Bool {
        graph.statedSlots.includes(slot, of: type)
    }

    private func check(_ stated: StatedSlots.Owner) -> [Diagnostic] {
        let owner = stated.slotOwner
        return owner.slots.compactMap { slot in
            guard slot.isInjectable, let id = slot.arguments?.id,
                let place = graph.statedSlots.place(of: slot.name, in: stated),
                graph.rules.decisive(for: .init(slot, of: owner), saysItself: slot.saysItself == true) == nil
            else { return nil }
            if let fault = fault(of: slot, id) {
                // Such an id may be that of a service which this wiring does without, or which the application registers.
                if !fault.hasSuggestions, !slot.isFilledWithItsOwner || !graph.isOfProgram { return nil }
                return .declaredSlot(slot, of: owner.name, fault, place.service)
            }
            return mismatch(of: slot, id).map { .declaredSlot(slot, of: owner.name, $0, place.service) }
        }
    }

    private func fault(of slot: SlotDescription, _ id: String) -> SlotFault? {
        if slot.kind == .partial {
            return graph.table.index[Definition.partialPrefix + id] == nil ? .unknownPartial(id, graph) : nil
        }
        return graph.table.index[id] == nil ? .unknownService(id, graph) : nil
    }

    /// Why the service that a slot names does not fit.
    private func mismatch(of slot: SlotDescription, _ id: String) -> ShapeCheck.Mismatch? {
        guard slot.kind != .partial else { return nil }
        return shapes.mismatches(.reference(ServiceReference(id)), slot.shape, as: slot.swiftType).first
    }
}

extension DefinitionGraph {
    /// Whether the services that the application registers are known, too.
    fileprivate var isOfProgram: Bool { types?.isOfProgram == true }
}
