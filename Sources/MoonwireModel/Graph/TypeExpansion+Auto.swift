import MoonwireValues

// Arguments that are wired by their types: `args = auto`.
extension TypeExpansion {
    /// What `auto` makes of the arguments of one initializer or method.
    private struct Attempt {
        var arguments: Arguments
        var faults: [Diagnostic] = []
        /// Whether the values that are given are arguments of it.
        var fitsGiven = true
        /// Whether plain data is missing, which the check of arguments reports.
        var lacksData = false
        /// The arguments that take what the decorator wraps.
        var inners: [String] = []

        var isComplete: Bool { faults.isEmpty && fitsGiven && !lacksData }
    }

    /// The definition with the arguments that are not given, as far as their types determine them.
    mutating func autowired(_ definition: Definition, for owner: String?) -> Definition {
        guard let signatures = signatures(of: definition) else { return definition }
        let inner = inner(of: definition)
        let attempts = signatures.map { attempt($0, definition, inner, for: owner) }
        // As for arguments that are written, the first initializer that fits is used.
        let complete = attempts.first(where: \.isComplete) ?? attempts.first(where: { $0.fitsGiven && !$0.lacksData })
        guard let best = complete ?? (attempts.count == 1 ? attempts[0] : nil) else { return definition }
        faults += best.faults
        if inner != nil, best.inners.isEmpty, best.faults.isEmpty { remarks.append(.innerIsUnused(definition, of: definition.subject)) }
        var whole = definition
        whole.arguments = best.arguments
        return whole
    }

    /// The initializers or the method that can create the instance; nil if there are none, or none is known.
    private mutating func signatures(of definition: Definition) -> [Signature]? {
        switch definition.construction {
        case .type: return types.type(of: definition).entry?.description.initializers
        case .staticMethod, .method: return types.factoryMethod(of: definition).map { [$0] }
        case .function:
            if definition.arguments.auto == .definition {
                faults.append(.autoOfFunction(definition, at: definition.location(of: ["args"])))
            }
            return nil
        case .swift, .synthetic, .alias: return nil
        }
    }

    private mutating func attempt(
        _ signature: Signature, _ definition: Definition, _ inner: Inner?, for owner: String?
    ) -> Attempt {
        let match = ArgumentMatch(definition.arguments, against: signature.arguments)
        var attempt = Attempt(arguments: definition.arguments)
        attempt.fitsGiven = match.faults.allSatisfy { if case .missing = $0 { true } else { false } }
        for (slot, argument) in zip(match.slots, signature.arguments) {
            guard case .left = slot else { continue }
            guard let wanted = argument.wantedService else {
                attempt.lacksData = attempt.lacksData || !argument.isOptional
                continue
            }
            guard let value = value(of: argument, wanted, definition, inner, for: owner, &attempt) else { continue }
            attempt.arguments.labeled.append(LabeledValue(argument.label, value))
        }
        attempt.arguments.labeled.sort { $0.label < $1.label }
        if attempt.inners.count > 1, attempt.fitsGiven {
            attempt.faults.append(.severalTakeInner(attempt.inners, definition, at: location(definition)))
        }
        return attempt
    }

    /// The service for an argument; nil if the argument is left out.
    private mutating func value(
        of argument: ArgumentDescription, _ wanted: WantedService, _ definition: Definition, _ inner: Inner?,
        for owner: String?, _ attempt: inout Attempt
    ) -> WiredValue? {
        if let inner, wanted.kind == .required {
            if inner.types.isEmpty, !argument.isOptional {
                attempt.faults.append(.innerOfUnknownType(argument, definition, at: location(definition)))
                return .placeholder(.inner)
            }
            if inner.types.isSuperset(of: existentialParts(wanted.type)) {
                attempt.inners.append(argument.label)
                return .reference(inner.reference)
            }
        }
        let candidates = candidates(of: wanted.type, for: owner)
        let name = shortTypeName(wanted.type)
        if candidates.count == 1 {
            let id = graph.definitions[candidates.prefix(1)[0]].id
            let selection = ServiceReference.Selection(.argument(type: name))
            return .reference(ServiceReference(id, kind: wanted.kind, location: nil, selection: selection))
        }
        if candidates.count == 0, argument.isOptional { return nil }
        let location = location(definition)
        attempt.faults.append(
            candidates.count == 0
                ? .nothingForArgument(
                    argument, name, isOwner: candidates.isOwner, exposedTypes(of: wanted.type), definition, at: location)
                : .severalForArgument(
                    argument, name, wanted.kind, listed(candidates), candidates.count, definition, at: location))
        return .placeholder(.typed(TypedReference(name, kind: wanted.kind)))
    }

    private func location(_ definition: Definition) -> ScriptLocation? { definition.location(of: ["args"]) }

    // MARK: What a decorator wraps

    /// What a decorator wraps, if no value of it is given.
    private struct Inner {
        let reference: ServiceReference
        /// The names of its types; empty if they are not known.
        let types: Set<String>
    }

    private mutating func inner(of definition: Definition) -> Inner? {
        guard definition.decorates != nil else { return nil }
        let id = definition.id + Definition.innerSuffix
        var isGiven = false
        definition.visitValues { value, _ in
            value.visitReferences { reference, _ in isGiven = isGiven || reference.id == id }
        }
        guard !isGiven, let position = graph.table.index[id] else { return nil }
        let reference = ServiceReference(id, arguments: PassedArguments([], passesOn: true))
        return Inner(reference: reference, types: types(ofServiceAt: position))
    }
}
