import MoonwireValues

// What was seen while an instance was built, and is not the same any more.
extension Succession {
    /// What is different now of all that an instance was seen to ask for, besides the services themselves.
    func reason(of seen: Observations.Seen, _ comparison: inout DefinitionComparison) -> Reason? {
        if asksOther(seen) || readsOther(seen, &comparison) || collectsOther(seen) { return .changed }
        return slotReason(seen, &comparison)
    }

    /// Whether an id or a type leads to another service, or to one where there was none.
    private func asksOther(_ seen: Observations.Seen) -> Bool {
        let hasOther = seen.ids.contains { id, place in
            let before = place < 0 ? nil : counterparts[place]
            return graph.target(of: id) != before && (place < 0 || before != nil)
        }
        return hasOther
            || seen.types.contains { type in
                old.graph.providers(of: type).map { counterparts[$0] } != graph.providers(of: type)
            }
    }

    /// Whether a parameter or a variable that was read during the build has another value.
    private func readsOther(_ seen: Observations.Seen, _ comparison: inout DefinitionComparison) -> Bool {
        if seen.variables.contains(where: { old.variables[$0.key].hashValue != $0.value }) { return true }
        return seen.parameters.sorted().contains { name in
            let parameter = WiredValue.parameter(ParameterReference(name))
            return !comparison.isSame(parameter, parameter)
        }
    }

    /// Whether other services have a tag by which some were collected during the build.
    private func collectsOther(_ seen: Observations.Seen) -> Bool {
        seen.tags.contains { tag in
            old.graph.tags.members(of: tag).map(\.id) != graph.tags.members(of: tag).map(\.id)
        }
    }

    /// Whether rules put something else into the slots of an instance.
    private func slotReason(_ seen: Observations.Seen, _ comparison: inout DefinitionComparison) -> Reason? {
        let books = (old.graph.rules, graph.rules)
        guard !books.0.rules.isEmpty || !books.1.rules.isEmpty else { return nil }
        for table in seen.slots.values {
            for field in table.fields {
                let subject = table.subject(field)
                for saysItself in [false, true] {
                    let before = books.0.decisive(for: subject, saysItself: saysItself).map { books.0.rules[$0] }
                    let after = books.1.decisive(for: subject, saysItself: saysItself).map { books.1.rules[$0] }
                    switch comparison.difference(before, after) {
                    case .definition: return .changed
                    case .function: return .function
                    case nil: if refersElsewhere(after) { return .changed }
                    }
                }
            }
        }
        return nil
    }

    /// Whether a rule refers to a service that was not there before, or is not there any more.
    private func refersElsewhere(_ rule: Rule?) -> Bool {
        var isOther = false
        rule?.value?.visitReferences { reference, _ in
            if (old.graph.index[reference.id] == nil) != (graph.index[reference.id] == nil) { isOther = true }
        }
        return isOther
    }
}

extension Succession {
    /// The old places of the instances that may hold functions of scripts, their own or those of what they need.
    var holdersOfFunctions: Set<Int> {
        var holders = Set(scripted)
        guard !holders.isEmpty else { return holders }
        dependents.spread(from: scripted) { dependent, _ in holders.insert(dependent).inserted }
        return holders
    }
}

extension DefinitionGraph {
    /// The services that provide a type, as far as that is known before one is built.
    func providers(of type: ObjectIdentifier) -> [Int] {
        definitions.indices.filter { place in
            let definition = definitions[place]
            if definition.isWrapped { return false }
            switch definition.construction {
            case .alias: return false
            case .swift(let factory) where factory.caster.target == type: return true
            default: return serviceTypes[place]?.exposure?.casters.contains { $0.target == type } ?? false
            }
        }
    }
}
