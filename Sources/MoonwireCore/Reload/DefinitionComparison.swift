import MoonwireValues

/// Determines whether two definitions of a service would build the same, each with its own parameters.
///
/// It compares every definition at each reload: the most frequent case is checked first, without copies.
struct DefinitionComparison {
    /// Why an instance that one definition built cannot replace what the other would build.
    enum Difference: Sendable {
        case definition
        /// Functions of scripts have the same effect only while everything that they may have read is the same.
        case function
    }

    /// The results of comparing a parameter with itself: most are used many times.
    private struct Answer {
        let isSame: Bool
        let meetsFunctions: Bool
    }

    private let old: ParameterEvaluator
    private let new: ParameterEvaluator
    /// Whether all external input is unchanged.
    private let tracesAreEqual: Bool
    /// Whether the environment variables in names of types, factories, and methods are unchanged, and therefore these names.
    private let namesAreCurrent: Bool
    /// The parameters that were compared, and the results by their numbers.
    private var parameters = NameIndex()
    private var answers: [Answer] = []
    /// Whether the last comparison contained functions; any two of them count as equal.
    private(set) var meetsFunctions = false
    /// Whether a function of one of the definitions passes a state to instances, which may then have functions in it.
    ///
    /// Not known if the definitions differ.
    private(set) var meetsHandover = false
    /// The classes into whose slots the rules inject the same values as before, by their tables.
    var equalSlots: Set<ObjectIdentifier> = []

    init(
        from old: ParameterEvaluator, to new: ParameterEvaluator, tracesAreEqual: Bool, namesAreCurrent: Bool = true
    ) {
        self.old = old
        self.new = new
        self.tracesAreEqual = tracesAreEqual
        self.namesAreCurrent = namesAreCurrent
    }

    mutating func difference(_ one: Definition, _ other: Definition) -> Difference? {
        (meetsFunctions, meetsHandover) = (false, false)
        return isSame(one, other) ? differenceOfFunctions : .definition
    }

    /// Why what constructs the instances, before the steps that follow, is not the same.
    mutating func constructionDifference(_ one: Definition, _ other: Definition) -> Difference? {
        meetsFunctions = false
        return hasSameConstruction(one, other) ? differenceOfFunctions : .definition
    }

    /// Whether functions of scripts are among the values of the steps after the construction, also in parameters.
    ///
    /// For a comparison with the same parameters.
    mutating func stepsHaveFunctions(_ definition: Definition) -> Bool {
        meetsFunctions = false
        _ = hasSameSteps(definition, definition)
        return meetsFunctions
    }

    /// Why two rules, or none, do not inject the same into a slot.
    mutating func difference(_ one: InjectionRule?, _ other: InjectionRule?) -> Difference? {
        meetsFunctions = false
        return isSame(one, other) ? differenceOfFunctions : .definition
    }

    private var differenceOfFunctions: Difference? { meetsFunctions && !tracesAreEqual ? .function : nil }

    private mutating func areFunctions() -> Bool {
        meetsFunctions = true
        return true
    }

    private mutating func isSame(_ one: InjectionRule?, _ other: InjectionRule?) -> Bool {
        switch (one?.content, other?.content) {
        case (.value(let one), .value(let other)): isSame(one, other)
        case (.skip, .skip), (nil, nil): true
        default: false
        }
    }

    private mutating func isSame(_ one: Definition, _ other: Definition) -> Bool {
        guard hasSameConstruction(one, other) else { return false }
        return !one.hasSteps && !other.hasSteps || hasSameSteps(one, other)
    }

    private mutating func hasSameConstruction(_ one: Definition, _ other: Definition) -> Bool {
        isSame(one.construction, other.construction) && isSame(one.arguments, other.arguments)
            && one.scope == other.scope && one.outlives == other.outlives
            && (!one.hasLifecycle && !other.hasLifecycle || isSame(one.lifecycle, other.lifecycle))
    }

    /// Whether the steps after construction and the stated dependencies are the same.
    private mutating func hasSameSteps(_ one: Definition, _ other: Definition) -> Bool {
        areSame(one.setters, other.setters) { $0.name == $1.name && $2.isSame($0.value, $1.value) }
            && areSame(one.calls, other.calls) { $0.method == $1.method && $2.isSame($0.arguments, $1.arguments) }
            && areSame(one.uses, other.uses) { $2.isSame($0, $1) }
            && (one.configure == nil && other.configure == nil
                || one.configure != nil && other.configure != nil && areFunctions())
    }

    /// Whether two lists are equal, by a comparison of their elements that receives this object.
    private mutating func areSame<Element>(
        _ one: [Element], _ other: [Element], by isSame: (Element, Element, inout Self) -> Bool
    ) -> Bool {
        guard one.count == other.count else { return false }
        for position in one.indices where !isSame(one[position], other[position], &self) { return false }
        return true
    }

    private mutating func areSame(_ one: [WiredValue], _ other: [WiredValue]) -> Bool {
        guard one.count == other.count else { return false }
        for position in one.indices where !isSame(one[position], other[position]) { return false }
        return true
    }

    /// Whether two values are equal after parameters are filled in.
    mutating func isSame(_ one: WiredValue, _ other: WiredValue) -> Bool {
        switch one {
        case .value(let one): if case .value(let other) = other { return one.isSame(as: other) }
        case .reference(let one): if case .reference(let other) = other { return isSame(one, other) }
        case .argument(let one): if case .argument(let other) = other { return isSame(one, other) }
        case .parameter(let parameter):
            if case .parameter(let other) = other, parameter.name == other.name { return isSame(parameter: parameter) }
            return isSameFilledIn(one, other)
        case .template: return isSameFilledIn(one, other)
        case .keyedMap(let entries):
            if case .keyedMap(let others) = other, isSame(entries, others) { return true }
            return isSameFilledIn(one, other)
        case .environment(let one): if case .environment(let other) = other { return isSame(one, other) }
        // What the preference is counts where it was read, as for a function.
        case .preference(let one): if case .preference(let other) = other { return one.name == other.name }
        case .list(let one): if case .list(let other) = other { return areSame(one, other) }
        case .map(let one): if case .map(let other) = other { return isSame(one, other) }
        case .inline(let one): if case .inline(let other) = other { return isSame(one, other) }
        case .function: if case .function = other { return areFunctions() }
        case .object(let one): if case .object(let other) = other { return one === other }
        case .placeholder: break
        }
        switch other {
        case .parameter, .template, .keyedMap: return isSameFilledIn(one, other)
        default: return false
        }
    }

    private mutating func isSame(_ one: [String: WiredValue], _ other: [String: WiredValue]) -> Bool {
        guard one.count == other.count else { return false }
        for (key, value) in one {
            guard let counterpart = other[key], isSame(value, counterpart) else { return false }
        }
        return true
    }

    /// Whether the filled-in keys are equal, and their values.
    private mutating func isSame(_ one: [KeyedEntry], _ other: [KeyedEntry]) -> Bool {
        areSame(one, other) { $2.isSame($0.key, $1.key) && $2.isSame($0.value, $1.value) }
    }

    private mutating func isSame(parameter: ParameterReference) -> Bool {
        let answer = answer(parameter)
        if answer.meetsFunctions { meetsFunctions = true }
        return answer.isSame
    }

    private mutating func answer(_ parameter: ParameterReference) -> Answer {
        if let number = parameters[parameter.name] { return answers[number] }
        let outer = meetsFunctions
        meetsFunctions = false
        let isSame = isSameFilledIn(.parameter(parameter), .parameter(parameter))
        let answer = Answer(isSame: isSame, meetsFunctions: meetsFunctions)
        meetsFunctions = outer
        _ = parameters.insert(parameter.name)
        answers.append(answer)
        return answer
    }

    private mutating func isSameFilledIn(_ one: WiredValue, _ other: WiredValue) -> Bool {
        switch (try? old.value(of: one).value, try? new.value(of: other).value) {
        case (let one?, let other?) where !one.isUnfilled && !other.isUnfilled: isSame(one, other)
        // A value that cannot be filled in now, for example because a variable is missing, is equal if it is written the same.
        case (nil, nil): isWrittenTheSame(one, other)
        default: false
        }
    }

    private func isWrittenTheSame(_ one: WiredValue, _ other: WiredValue) -> Bool {
        switch (one, other) {
        case (.parameter(let one), .parameter(let other)): one.name == other.name
        case (.template(let one), .template(let other)): one.parts.elementsEqual(other.parts, by: isWrittenTheSame)
        default: false
        }
    }

    private func isWrittenTheSame(_ one: TextTemplate.Part, _ other: TextTemplate.Part) -> Bool {
        switch (one, other) {
        case (.text(let one), .text(let other)), (.parameter(let one), .parameter(let other)): one == other
        case (.environment(let one), .environment(let other)): isSame(one, other)
        default: false
        }
    }

    private mutating func isSame(_ one: ServiceReference, _ other: ServiceReference) -> Bool {
        guard one.id == other.id, one.kind == other.kind else { return false }
        let (passed, others) = (one.arguments?.values ?? [], other.arguments?.values ?? [])
        return areSame(passed, others) { $0.label == $1.label && $2.isSame($0.value, $1.value) }
    }

    private mutating func isSame(_ one: ArgumentReference, _ other: ArgumentReference) -> Bool {
        guard one.name == other.name else { return false }
        switch (one.defaultValue, other.defaultValue) {
        case (nil, nil): return true
        case (let one?, let other?): return isSame(one, other)
        default: return false
        }
    }

    private func isSame(_ one: EnvironmentReference, _ other: EnvironmentReference) -> Bool {
        one.name == other.name && one.type == other.type && one.isSecret == other.isSecret
            && one.defaultText == other.defaultText
    }

    private mutating func isSame(_ one: Arguments, _ other: Arguments) -> Bool {
        let (labeled, others) = (one.labeled, other.labeled)
        guard one.initializer == other.initializer, labeled.count == others.count,
            areSame(one.positional, other.positional)
        else { return false }
        for position in labeled.indices {
            guard labeled[position].label == others[position].label,
                isSame(labeled[position].value, others[position].value)
            else { return false }
        }
        return true
    }

    private mutating func isSame(_ one: TextTemplate, _ other: TextTemplate) -> Bool {
        if let one = one.plainText, let other = other.plainText { return one == other }
        return namesAreCurrent && isSameFilledIn(.template(one), .template(other))
    }

    private mutating func isSame(_ one: LifecycleActions, _ other: LifecycleActions) -> Bool {
        if case .function = one.handover { meetsHandover = true }
        if case .function = other.handover { meetsHandover = true }
        // `after` changes only the order of the next start, and `handover` only what happens to the next instance.
        return one.isEager == other.isEager && one.onReturn == other.onReturn && one.onFailure == other.onFailure
            && isSame(one.start, other.start) && isSame(one.run, other.run) && isSame(one.ready, other.ready)
            && isSame(one.health, other.health) && isSame(one.stop, other.stop)
    }

    private mutating func isSame(_ one: InstanceAction?, _ other: InstanceAction?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (.function, .function): areFunctions()
        case (.method(let one), .method(let other)): one == other
        case (.closure(let one), .closure(let other)): one === other
        default: false
        }
    }

    private mutating func isSame(_ one: Construction, _ other: Construction) -> Bool {
        switch one {
        case .type(let one): if case .type(let other) = other { return isSame(one, other) }
        case .method(let one, let name):
            if case .method(let other, let otherName) = other { return isSame(one, other) && isSame(name, otherName) }
        case .staticMethod(let one): if case .staticMethod(let other) = other { return isSame(one, other) }
        case .function: if case .function = other { return areFunctions() }
        case .swift(let one): if case .swift(let other) = other { return one.body === other.body }
        case .synthetic(nil): if case .synthetic(nil) = other { return true }
        case .synthetic(let one?): if case .synthetic(let other?) = other { return isSame(one, other) }
        case .alias(let one): if case .alias(let other) = other { return isSame(one, other) }
        }
        return false
    }
}

extension WiredValue {
    /// Whether the value contains something to fill in.
    fileprivate var isUnfilled: Bool {
        switch self {
        case .template, .parameter: true
        default: false
        }
    }
}
