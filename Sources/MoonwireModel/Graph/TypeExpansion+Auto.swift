import MoonwireValues

// Arguments that are wired by their types: `args = auto`.
extension TypeExpansion {
    /// What `auto` makes of the arguments of one initializer or method.
    private struct Attempt {
        var arguments: Arguments
        var faults: [Diagnostic] = []
        /// Whether a fault is that several values could be meant, which no other initializer may hide.
        var isAmbiguous = false
        /// Whether the values that are given are arguments of it.
        var fitsGiven = true
        /// Whether plain data is missing, which the check of arguments reports.
        var lacksData = false
        /// The arguments that take what the decorator wraps.
        var inners: [String] = []
        /// Where values that are bound were written, by the path of the argument.
        var sources: [[String]: FieldSource] = [:]

        var isComplete: Bool { faults.isEmpty && fitsGiven && !lacksData }
    }

    /// A definition whose arguments are wired.
    private struct Subject {
        let definition: Definition
        /// The service that contains it; nil for an inline service of a rule.
        let owner: String?
        let inner: Inner?

        var location: ScriptLocation? { definition.location(of: ["args"]) }
    }

    /// What a decorator wraps, if no value of it is given.
    private struct Inner {
        let reference: ServiceReference
        /// The names of its types; empty if they are not known.
        let types: Set<String>
        /// Whether it is defined: a decorator without a target is reported.
        let isKnown: Bool
    }

    /// The definition with the arguments that are not given, as far as their types determine them.
    mutating func autowired(_ definition: Definition, for owner: String?) -> Definition {
        guard let signatures = signatures(of: definition) else {
            noteUnknownArguments(of: definition)
            return definition
        }
        let subject = Subject(definition: definition, owner: owner, inner: inner(of: definition))
        guard let (number, best) = best(of: signatures, subject) else { return definition }
        // A value that is not an argument is reported alone.
        if best.fitsGiven { faults += best.faults }
        if subject.inner?.isKnown == true, best.inners.isEmpty, best.faults.isEmpty {
            remarks.append(.innerIsUnused(definition, of: definition.subject))
        }
        var whole = definition
        whole.arguments = best.arguments
        if case .type = definition.construction { whole.arguments.initializer = number }
        if !best.sources.isEmpty {
            whole.inheritance = DefinitionInheritance(definition.inheritance, adding: best.sources)
        }
        return whole
    }

    /// The first initializer whose arguments are given or can be wired; if there is none, the first that lacks only services.
    private mutating func best(of signatures: [Signature], _ subject: Subject) -> (number: Int, attempt: Attempt)? {
        var incomplete: (number: Int, attempt: Attempt)?
        for (number, signature) in signatures.enumerated() {
            let attempt = attempt(signature, subject)
            if attempt.isComplete { return (number, attempt) }
            guard attempt.fitsGiven, !attempt.lacksData || signatures.count == 1 else { continue }
            if attempt.isAmbiguous { return (number, attempt) }
            if incomplete == nil { incomplete = (number, attempt) }
        }
        if incomplete == nil, signatures.count == 1 { return (0, attempt(signatures[0], subject)) }
        return incomplete
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

    private mutating func inner(of definition: Definition) -> Inner? {
        guard definition.decorates != nil else { return nil }
        let id = definition.id + Definition.innerSuffix
        var isGiven = false
        definition.visitValues { value, _ in
            value.visitReferences { reference, _ in isGiven = isGiven || reference.id == id }
        }
        if isGiven || definition.hasInnerPlaceholder { return nil }
        let reference = ServiceReference(id, arguments: PassedArguments([], passesOn: true))
        guard let position = graph.table.index[id] else {
            return Inner(reference: reference, types: [], isKnown: false)
        }
        return Inner(reference: reference, types: types(ofServiceAt: position), isKnown: true)
    }

    private mutating func attempt(_ signature: Signature, _ subject: Subject) -> Attempt {
        let match = ArgumentMatch(subject.definition.arguments, against: signature.arguments)
        var attempt = Attempt(arguments: subject.definition.arguments)
        attempt.fitsGiven = match.faults.allSatisfy { if case .missing = $0 { true } else { false } }
        for (slot, argument) in zip(match.slots, signature.arguments) {
            guard case .left = slot, let value = value(of: argument, subject, &attempt) else { continue }
            attempt.arguments.labeled.append(LabeledValue(argument.label, value))
        }
        attempt.arguments.labeled.sort { $0.label < $1.label }
        if attempt.inners.count > 1, attempt.fitsGiven {
            attempt.faults.append(.severalTakeInner(attempt.inners, subject.definition, at: subject.location))
            attempt.isAmbiguous = true
        }
        return attempt
    }

    /// The value of an argument that is not given; nil if it is left out.
    private mutating func value(
        of argument: ArgumentDescription, _ subject: Subject, _ attempt: inout Attempt
    ) -> WiredValue? {
        let wanted = argument.wantedService
        if let wanted, let inner = inner(for: argument, wanted, subject, &attempt) { return inner }
        if let bound = bound(to: argument, wanted, subject, &attempt) { return bound }
        guard let wanted else {
            attempt.lacksData = attempt.lacksData || !argument.isOptional
            return nil
        }
        return service(for: argument, wanted, subject, &attempt)
    }

    /// What a decorator wraps, if the argument takes it; nil if it does not.
    private func inner(
        for argument: ArgumentDescription, _ wanted: WantedService, _ subject: Subject, _ attempt: inout Attempt
    ) -> WiredValue? {
        guard let inner = subject.inner, wanted.kind == .required else { return nil }
        if inner.types.isEmpty, !argument.isOptional {
            if inner.isKnown {
                attempt.faults.append(.innerOfUnknownType(argument, subject.definition, at: subject.location))
            }
            return .placeholder(.inner)
        }
        guard inner.types.isSuperset(of: existentialParts(wanted.type)) else { return nil }
        attempt.inners.append(argument.label)
        return .reference(inner.reference)
    }

    /// The value that is bound to the argument; nil if there is none.
    private mutating func bound(
        to argument: ArgumentDescription, _ wanted: WantedService?, _ subject: Subject, _ attempt: inout Attempt
    ) -> WiredValue? {
        switch bindings.match(argument, wanted) {
        case .none: return nil
        case .several(let found):
            attempt.faults.append(.severalBindings(argument, found, subject.definition, at: subject.location))
            attempt.isAmbiguous = true
            return .placeholder(.typed(TypedReference(argument.type)))
        case .one(let binding, let position):
            guard let value = value(of: binding, at: position, wanted, subject) else { return nil }
            attempt.sources[["args", argument.label]] = binding.source
            return value
        }
    }

    /// The value of a binding, in the form that the argument takes; nil if it is the service itself.
    private mutating func value(
        of binding: ArgumentBinding, at position: Int, _ wanted: WantedService?, _ subject: Subject
    ) -> WiredValue? {
        let location = binding.source.location
        let elements = 1 + binding.value.writtenLength / GraphRoom.bytesOfElement
        guard room.take(elements, for: subject.definition.phrase, at: location) else { return .value(.null) }
        if let owner = subject.owner, target(of: binding.value) == owner { return nil }
        // Which is reported.
        if binding.value.hasInnerPlaceholder { return .placeholder(.typed(TypedReference("inner"))) }
        let known = faults.count
        bindings.begin(position)
        let value = filled(binding.value.passed(as: wanted?.kind), "bind", for: subject.owner, at: location)
        bindings.close(position)
        if faults.count > known, !bindings.isFirstFault(position) { faults.removeSubrange(known...) }
        return value
    }

    /// The id of the only service to which a value refers, as its outermost decorator has it; nil for any other value.
    private mutating func target(of value: WiredValue) -> String? {
        switch value {
        case .reference(let reference):
            return graph.table.target(of: reference.id).map { graph.definitions[$0].outermostID }
        case .placeholder(.typed(let reference)) where reference.number != .all:
            guard case .found(let type) = spelled.lookup(reference.type) else { return nil }
            let candidates = candidates(of: type, for: nil)
            return candidates.count == 1 ? graph.definitions[candidates.prefix(1)[0]].outermostID : nil
        default: return nil
        }
    }

    /// The only service of the type that an argument takes; nil if the argument is left out.
    private mutating func service(
        for argument: ArgumentDescription, _ wanted: WantedService, _ subject: Subject, _ attempt: inout Attempt
    ) -> WiredValue? {
        let candidates = candidates(of: wanted.type, for: subject.owner)
        let name = shortTypeName(wanted.type)
        if candidates.count == 1 {
            let id = graph.definitions[candidates.prefix(1)[0]].id
            let selection = ServiceReference.Selection(.argument(type: name))
            return .reference(ServiceReference(id, kind: wanted.kind, location: nil, selection: selection))
        }
        if candidates.count == 0, argument.isOptional { return nil }
        if candidates.count == 0 {
            attempt.faults.append(
                .nothingForArgument(
                    argument, name, isOwner: candidates.isOwner, exposedTypes(of: wanted.type), subject.definition,
                    at: subject.location))
        } else {
            attempt.isAmbiguous = true
            attempt.faults.append(
                .severalForArgument(
                    argument, name, wanted.kind, listed(candidates), candidates.count, subject.definition,
                    at: subject.location))
        }
        return .placeholder(.typed(TypedReference(name, kind: wanted.kind)))
    }
}

extension WiredValue {
    /// The value in the form that an argument takes, if it is a plain reference to one service.
    fileprivate func passed(as kind: ServiceReference.Kind?) -> WiredValue {
        guard let kind else { return self }
        switch self {
        case .reference(let reference) where reference.kind == .required && reference.arguments == nil:
            return .reference(ServiceReference(reference.id, kind: kind, location: reference.location))
        case .placeholder(.typed(let reference)) where reference.kind == .required && reference.number == .one:
            return .placeholder(.typed(TypedReference(reference.type, kind: kind, location: reference.location)))
        default: return self
        }
    }
}
