import MoonwireValues

/// Tells whether two definitions of a service would build the same, each with the parameters of its own time.
final class DefinitionComparison {
    /// Why an instance that one definition built cannot stand for what the other would build.
    enum Difference: Sendable {
        case definition
        /// Functions of scripts do the same only as long as all that they may have read is the same.
        case function
    }

    /// What comparing a parameter with itself gave: most are used many times.
    private struct Answer {
        let isSame: Bool
        let meetsFunctions: Bool
    }

    private let old: ParameterEvaluator
    private let new: ParameterEvaluator
    /// Whether everything outside the program that took part is unchanged.
    private let tracesAreEqual: Bool
    private var parameters: [String: Answer] = [:]
    /// Whether functions were met in what was compared last; any two of them count as the same.
    private var meetsFunctions = false

    init(from old: ParameterEvaluator, to new: ParameterEvaluator, tracesAreEqual: Bool) {
        self.old = old
        self.new = new
        self.tracesAreEqual = tracesAreEqual
    }

    func difference(_ one: Definition, _ other: Definition) -> Difference? { difference { isSame(one, other) } }

    /// What keeps two rules, or none, from putting the same into a slot.
    func difference(_ one: Rule?, _ other: Rule?) -> Difference? { difference { isSame(one, other) } }

    private func difference(_ compare: () -> Bool) -> Difference? {
        meetsFunctions = false
        guard compare() else { return .definition }
        return meetsFunctions && !tracesAreEqual ? .function : nil
    }

    private func areFunctions() -> Bool {
        meetsFunctions = true
        return true
    }

    private func isSame(_ one: Rule?, _ other: Rule?) -> Bool {
        switch (one?.content, other?.content) {
        case (.value(let one), .value(let other)): isSame(one, other)
        case (.skip, .skip), (nil, nil): true
        default: false
        }
    }

    private func isSame(_ one: Definition, _ other: Definition) -> Bool {
        isSame(one.construction, other.construction) && isSame(one.arguments, other.arguments)
            && one.scope == other.scope && isSame(one.stop, other.stop)
            && one.setters.elementsEqual(other.setters, by: { $0.name == $1.name && isSame($0.value, $1.value) })
            && one.calls.elementsEqual(
                other.calls, by: { $0.method == $1.method && isSame($0.arguments, $1.arguments) })
            && one.uses.elementsEqual(other.uses, by: isSame)
            && (one.configure == nil && other.configure == nil
                || one.configure != nil && other.configure != nil && areFunctions())
    }

    /// Whether two values are equal once parameters are filled in.
    func isSame(_ one: WiredValue, _ other: WiredValue) -> Bool {
        switch (one, other) {
        case (.value(let one), .value(let other)): one == other
        case (.parameter(let one), .parameter(let other)) where one.name == other.name: isSame(parameter: one)
        case (.parameter, _), (.template, _), (_, .parameter), (_, .template): isSameFilledIn(one, other)
        case (.reference(let one), .reference(let other)): isSame(one, other)
        case (.environment(let one), .environment(let other)): isSame(one, other)
        case (.list(let one), .list(let other)): one.elementsEqual(other, by: isSame)
        case (.map(let one), .map(let other)):
            one.count == other.count && one.allSatisfy { key, value in other[key].map { isSame(value, $0) } ?? false }
        case (.inline(let one), .inline(let other)): isSame(one, other)
        case (.function, .function): areFunctions()
        case (.object(let one), .object(let other)): one === other
        default: false
        }
    }

    private func isSame(parameter: ParameterReference) -> Bool {
        let answer = parameters[parameter.name] ?? compare(parameter)
        if answer.meetsFunctions { meetsFunctions = true }
        return answer.isSame
    }

    private func compare(_ parameter: ParameterReference) -> Answer {
        let outer = meetsFunctions
        meetsFunctions = false
        let isSame = isSameFilledIn(.parameter(parameter), .parameter(parameter))
        let answer = Answer(isSame: isSame, meetsFunctions: meetsFunctions)
        meetsFunctions = outer
        parameters[parameter.name] = answer
        return answer
    }

    private func isSameFilledIn(_ one: WiredValue, _ other: WiredValue) -> Bool {
        switch (try? old.value(of: one).value, try? new.value(of: other).value) {
        case (let one?, let other?) where !one.isUnfilled && !other.isUnfilled: isSame(one, other)
        // What cannot be filled in now, for want of a variable perhaps, is the same when it is written the same.
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

    private func isSame(_ one: ServiceReference, _ other: ServiceReference) -> Bool {
        one.id == other.id && one.kind == other.kind
    }

    private func isSame(_ one: EnvironmentReference, _ other: EnvironmentReference) -> Bool {
        one.name == other.name && one.type == other.type && one.isSecret == other.isSecret
    }

    private func isSame(_ one: Arguments, _ other: Arguments) -> Bool {
        one.positional.elementsEqual(other.positional, by: isSame)
            && one.labeled.elementsEqual(other.labeled, by: { $0.label == $1.label && isSame($0.value, $1.value) })
    }

    private func isSame(_ one: TextTemplate, _ other: TextTemplate) -> Bool {
        if let one = one.plainText, let other = other.plainText { return one == other }
        return isSameFilledIn(.template(one), .template(other))
    }

    private func isSame(_ one: StopAction?, _ other: StopAction?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (.function, .function): areFunctions()
        case (.method(let one), .method(let other)): one == other
        default: false
        }
    }

    private func isSame(_ one: Construction, _ other: Construction) -> Bool {
        switch (one, other) {
        case (.type(let one), .type(let other)), (.staticMethod(let one), .staticMethod(let other)):
            isSame(one, other)
        case (.method(let one, let name), .method(let other, let otherName)):
            isSame(one, other) && isSame(name, otherName)
        case (.function, .function): areFunctions()
        case (.swift(let one), .swift(let other)): one.identity === other.identity
        case (.synthetic(nil), .synthetic(nil)): true
        case (.synthetic(let one?), .synthetic(let other?)): isSame(one, other)
        case (.alias(let one), .alias(let other)): isSame(one, other)
        default: false
        }
    }
}

extension WiredValue {
    /// Whether something in the value is still to be filled in.
    fileprivate var isUnfilled: Bool {
        switch self {
        case .template, .parameter: true
        default: false
        }
    }
}
