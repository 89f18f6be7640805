import MoonwireValues

/// What rules refer to must be defined, and what they put in must fit.
enum RuleFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard !graph.rules.rules.isEmpty else { return [] }
        let checker = Checker(graph: graph)
        let mismatches = checker.mismatches()
        return graph.rules.rules.enumerated().flatMap { index, rule in
            let faults = checker.references(rule) + checker.parameters(rule) + checker.owner(rule)
            return (faults + (mismatches[index] ?? [])).map { fault in
                var fault = fault
                fault.called(from: rule.origin.caller)
                return fault
            }
        }
    }

    private struct Checker {
        let graph: DefinitionGraph

        func references(_ rule: Rule) -> [Diagnostic] {
            var unknown: [(id: String, location: ScriptLocation?)] = []
            rule.value?.visitReferences(at: rule.source(of: "value")) { reference, location in
                if reference.kind != .optional, graph.index[reference.id] == nil {
                    unknown.append((reference.id, location()))
                }
            }
            return unknown.map { id, location in
                .unknownService(id, in: rule, at: location, suggestions: graph.names.services.nearest(to: id))
            }
        }

        func parameters(_ rule: Rule) -> [Diagnostic] {
            var faults: [Diagnostic] = []
            rule.value?.visitParts { part in
                let names = part.parameterNames
                for name in names where graph.parameters[name] == nil {
                    faults.append(
                        .unknownParameter(
                            name, in: rule, at: part.parameterLocation ?? rule.location(of: "value"),
                            near: graph.names.parameters.nearest(to: name)))
                }
                if case .template(let template) = part, template.parts.count > 1, let fault = fault(of: template) {
                    faults.append(fault.located(in: rule))
                }
            }
            return faults
        }

        /// What keeps parameters out of a text; what is wrong with the parameters themselves is said of them.
        private func fault(of template: TextTemplate) -> Diagnostic? {
            guard template.parameterNames.allSatisfy({ (try? graph.evaluator.value(of: $0)) != nil }) else {
                return nil
            }
            do {
                _ = try graph.evaluator.value(of: template)
                return nil
            } catch {
                // The environment is read when the value goes in: what is missing may be there then.
                return (error as? ContainerError)?.diagnostics.first {
                    $0.code != .environmentMissing && $0.code != .environmentMismatch
                }
            }
        }

        func owner(_ rule: Rule) -> [Diagnostic] {
            guard let name = rule.owner, case .ambiguous(let candidates)? = graph.types?.lookup(name.value) else {
                return []
            }
            return [.ambiguousOwner(name.value, candidates, rule, at: rule.location(of: name.field))]
        }

        /// What does not fit a slot about which a rule decides, by the rule; it is said of the first such slot.
        func mismatches() -> [Int: [Diagnostic]] {
            let shapes = ShapeCheck(graph)
            var faults: [Int: [Diagnostic]] = [:]
            for slot in RuleMatches(graph).slots {
                guard let index = slot.rules.first, faults[index] == nil, let value = graph.rules.rules[index].value
                else { continue }
                let rule = graph.rules.rules[index]
                let mismatches = shapes.mismatches(value, slot.description.shape, as: slot.description.swiftType)
                if mismatches.isEmpty { continue }
                faults[index] = mismatches.map { mismatch in
                    .ruleMismatch(
                        rule, slot.title, mismatch.sentence, path: mismatch.path, suggestions: mismatch.suggestions,
                        hints: mismatch.hints)
                }
            }
            return faults
        }
    }
}

extension WiredValue {
    /// Visits the value and all that lists and maps in it hold.
    fileprivate func visitParts(_ visit: (WiredValue) -> Void) {
        visit(self)
        switch self {
        case .list(let elements): for element in elements { element.visitParts(visit) }
        case .map(let entries): for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.visitParts(visit) }
        default: break
        }
    }

    fileprivate var parameterNames: [String] {
        switch self {
        case .parameter(let reference): [reference.name]
        case .template(let template): template.parameterNames
        default: []
        }
    }

    fileprivate var parameterLocation: ScriptLocation? {
        if case .parameter(let reference) = self { reference.location } else { nil }
    }
}
