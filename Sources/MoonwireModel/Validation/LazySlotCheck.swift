import MoonwireSupport
import MoonwireValues

/// Reports lazy slots that nothing can make, as far as exposures state that they have no initial value.
///
/// The code of a definition, and hooks, may assign the slots of its instances: only objects of initializers without arguments are checked.
package enum LazySlotCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        unmadeSlots(graph).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether the check of a load has reported a slot of a class.
    package static func reports(_ slot: String, of type: any ExposedType, in graph: DefinitionGraph) -> Bool {
        unmadeSlots(graph)["\(qualifiedTypeName(type.type)).\(slot)"] != nil
    }

    private static func unmadeSlots(_ graph: DefinitionGraph) -> [String: Diagnostic] {
        if let known = graph.cache.unmadeSlots.withLock({ $0 }) { return known }
        let found = findUnmadeSlots(graph)
        graph.cache.unmadeSlots.withLock { $0 = found }
        return found
    }

    private static func findUnmadeSlots(_ graph: DefinitionGraph) -> [String: Diagnostic] {
        guard graph.hooks.isEmpty else { return [:] }
        var found: [String: Diagnostic] = [:]
        var providers = SlotProviders(graph)
        for stated in graph.statedSlots.owners {
            let owner = stated.slotOwner
            for slot in owner.slots where slot.needsProvider && graph.mustBeProvided(slot) {
                guard let service = graph.statedSlots.place(of: slot.name, in: stated)?.service,
                    graph.rules.decisive(for: .init(slot, of: owner), saysItself: false) == nil,
                    !providers.provide(slot)
                else { continue }
                found["\(owner.names[0].last ?? owner.name).\(slot.name)"] = .unmadeSlot(slot, of: owner.name, service)
            }
        }
        return found.isEmpty || providers.hasServiceOfUnknownType ? [:] : found
    }
}

extension SlotDescription {
    /// Whether the slot is lazy and required, and has no initial value.
    fileprivate var needsProvider: Bool {
        if case .object = shape { kind == .lazy && arguments?.hasInitialValue == false } else { false }
    }
}

extension DefinitionGraph {
    /// Whether a slot without an initial value has no value of its own: neither an empty collection, nor a new instance of an exposed type.
    ///
    /// Only classes and protocols are certain: a structure may be a collection.
    fileprivate func mustBeProvided(_ slot: SlotDescription) -> Bool {
        guard case .object(let name) = slot.shape else { return false }
        let exposed =
            (slot.swiftType.type.flatMap { types?.exposedType(of: $0)?.description })
            ?? types?.entry(named: name)?.description
        guard name.hasPrefix("any ") || exposed?.isClass == true || slot.swiftType.type is AnyClass else {
            return false
        }
        if let type = slot.swiftType.type,
            type is any ExpressibleByArrayLiteral.Type || type is any ExpressibleByDictionaryLiteral.Type
        {
            return false
        }
        return exposed?.initializers.contains { !$0.isAsync && $0.arguments.allSatisfy(\.isOptional) } != true
    }
}
