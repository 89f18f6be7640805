import MoonwireValues

/// The references of rules must be defined, and their values must fit.
enum InjectionRuleCheck {
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

        func references(_ rule: InjectionRule) -> [Diagnostic] {
            var unknown: [(id: String, location: ScriptLocation?)] = []
            rule.value?.visitReferences(at: rule.source) { reference, location in
                if !reference.isOptional, graph.table.index[reference.id] == nil {
                    unknown.append((reference.id, location()))
                }
            }
            return unknown.map { id, location in
                .unknownService(id, in: rule, at: location, suggestions: graph.names.services.nearest(to: id))
            }
        }

        func parameters(_ rule: InjectionRule) -> [Diagnostic] {
            var faults: [Diagnostic] = []
            defer { graph.cache.filled.blame { $0.located(in: rule) } }
            rule.value?.visitParts { part in
                let names = part.parameterNames
                for name in names where graph.parameters[name] == nil {
                    faults.append(
                        .unknownParameter(
                            name, in: rule, at: part.parameterLocation ?? rule.source.location,
                            near: graph.names.parameters.nearest(to: name)))
                }
                if let fault = fault(of: part) { faults.append(fault.located(in: rule)) }
            }
            return faults
        }

        /// Why a string or the keys of a map cannot be filled in; faults of the parameters themselves are reported elsewhere.
        private func fault(of part: WiredValue) -> Diagnostic? {
            switch part {
            case .template(let template) where template.parts.count > 1:
                fault(template.parameterNames) { _ = try graph.evaluator.value(of: template) }
            // Each key is also checked separately. This check is whether all of them are distinct strings.
            case .keyedMap(let entries):
                fault(entries.flatMap(\.key.parameterNames), only: .invalidParameterKey) {
                    _ = try graph.evaluator.keys(of: entries)
                }
            default: nil
            }
        }

        private func fault(
            _ names: [String], only code: Diagnostic.Code? = nil, _ evaluate: () throws -> Void
        ) -> Diagnostic? {
            guard names.allSatisfy({ (try? graph.evaluator.value(of: $0)) != nil }) else { return nil }
            do {
                try evaluate()
                return nil
            } catch {
                // The environment is read when the value is injected: a missing variable may exist then.
                return (error as? ContainerError)?.diagnostics.first {
                    !$0.code.concernsVariable && $0.code == code ?? $0.code
                }
            }
        }

        func owner(_ rule: InjectionRule) -> [Diagnostic] {
            guard let name = rule.owner, case .ambiguous(let candidates)? = graph.types?.lookup(name.value) else {
                return []
            }
            return [.ambiguousOwner(name.value, candidates, rule, at: rule.location(of: name.field))]
        }

        /// The first mismatch of each rule with a slot to which it applies.
        ///
        /// Only a rule for one slot and a forced rule always apply. Others skip slots that name an id or have an initial value,
        /// which depends on an instance: then a mismatch is only a warning, if the rule may serve another slot.
        func mismatches() -> [Int: [Diagnostic]] {
            let shapes = ShapeCheck(graph)
            var fits: [Int: InjectionRuleFit] = [:]
            for slot in InjectionRuleMatches(graph).slots {
                guard let index = slot.rules.first, let value = graph.rules.rules[index].value else { continue }
                let rule = graph.rules.rules[index]
                if rule.isMadeByFunction { continue }
                if fits[index]?.isDecided(by: rule) == true { continue }
                let mismatches = shapes.mismatches(value, slot.description.shape, as: slot.description.swiftType)
                let mayServe = mismatches.isEmpty || mayServe(rule, value, slot.description, shapes)
                graph.cache.filled.blame { $0.located(in: rule) }
                fits[index, default: InjectionRuleFit()].add(mismatches, slot, mayServe: mayServe)
            }
            return Dictionary(uniqueKeysWithValues: fits.map { ($0, $1.faults(of: graph.rules.rules[$0])) })
        }

        /// Whether an unknown slot may accept a value that a known one does not: the application may inject into classes that it
        /// does not expose, including subclasses of exposed ones.
        private func mayServe(
            _ rule: InjectionRule, _ value: WiredValue, _ slot: SlotDescription, _ shapes: ShapeCheck
        ) -> Bool {
            switch rule.target {
            case .slot, .resource: false
            case .owner, .all: true
            // A rule for a type also applies to optional slots of the type.
            case .type: shapes.isNothing(value)
            case .protocol(let name, _):
                shapes.isNothing(value)
                    || slot.shape.protocols(named: name).contains { shapes.mismatches(value, $0).isEmpty }
            }
        }
    }
}

/// Whether the value of a rule fits the slots to which the rule applies.
private struct InjectionRuleFit {
    private var mayServe = false
    private var found: (slot: InjectionRuleMatches.Slot, mismatches: [ShapeCheck.Mismatch])?

    /// Adds what does not fit a slot.
    ///
    /// `mayServe` states whether this slot, or an unknown one, may accept the value.
    mutating func add(_ mismatches: [ShapeCheck.Mismatch], _ slot: InjectionRuleMatches.Slot, mayServe: Bool) {
        if mayServe { self.mayServe = true }
        if !mismatches.isEmpty, found == nil { found = (slot, mismatches) }
    }

    /// Whether other slots make no difference.
    func isDecided(by rule: InjectionRule) -> Bool { found != nil && (mayServe || rule.overrulesDeclarations) }

    func faults(of rule: InjectionRule) -> [Diagnostic] {
        guard let found else { return [] }
        let exception = mayServe && !rule.overrulesDeclarations ? found.slot.description.exception : nil
        return found.mismatches.map { mismatch in
            .ruleMismatch(
                rule, found.slot.title, mismatch.sentence, path: mismatch.path, suggestions: mismatch.suggestions,
                hints: mismatch.hints, unless: exception)
        }
    }
}

extension ValueShape {
    /// The protocols of a composition with that name, each as a separate shape; empty for any other shape.
    fileprivate func protocols(named name: String) -> [ValueShape] {
        switch self {
        case .optional(let wrapped): return wrapped.protocols(named: name)
        case .object(let whole):
            let parts = existentialParts(whole)
            guard parts.count > 1 else { return [] }
            return parts.filter { $0 == name || $0.hasSuffix(".\(name)") }.map { .object("any \($0)") }
        default: return []
        }
    }
}

extension WiredValue {
    /// Visits the value and all nested lists and maps.
    fileprivate func visitParts(_ visit: (WiredValue) -> Void) {
        visit(self)
        switch self {
        case .list(let elements): for element in elements { element.visitParts(visit) }
        case .map(let entries): for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.visitParts(visit) }
        case .keyedMap(let entries):
            for entry in entries {
                visit(.template(entry.key))
                entry.value.visitParts(visit)
            }
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
