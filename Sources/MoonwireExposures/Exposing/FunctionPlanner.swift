/// Decides which arguments of a function scripts give.
struct FunctionPlanner {
    let module: ModuleDeclarations

    /// The planned function with the parameters that keep Swift's own default; throws ``Refusal``.
    func plan(
        _ function: FunctionDeclaration, overloads: [FunctionDeclaration]
    ) throws(Refusal) -> (PlannedFunction, left: [(String, ParameterReason)]) {
        if let reason = reason(function) { throw Refusal(reason) }
        var arguments: [PlannedArgument] = []
        var left: [(String, ParameterReason)] = []
        for parameter in function.parameters {
            switch decide(parameter) {
            case .give(let argument): arguments.append(argument)
            case .leave(let reason): left.append((parameter.name ?? "_", reason))
            case .refuse(let reason): throw Refusal(.parameter(parameter.name ?? "_", reason))
            }
        }
        try check(function, arguments)
        let planned = PlannedFunction(
            function: function, arguments: arguments, isOverloaded: overloads.count { $0.name == function.name } > 1,
            isAmbiguous: overloads.count { $0.fullName == function.fullName } > 1)
        return (planned, left)
    }

    struct Refusal: Error {
        let reason: Reason

        init(_ reason: Reason) { self.reason = reason }
    }

    private enum Decision {
        case give(PlannedArgument)
        case leave(ParameterReason)
        case refuse(ParameterReason)
    }

    private func reason(_ function: FunctionDeclaration) -> Reason? {
        if let reason = function.declaration.reason { return reason }
        if function.isFailable { return .failable }
        if function.isGeneric { return .generic }
        return function.isMutating ? .mutating : nil
    }

    private func decide(_ parameter: Parameter) -> Decision {
        guard let type = parameter.type else { return .refuse(.unknown) }
        if type.isVariadic { return .refuse(.variadic) }
        if let obstacle = obstacle(type) { return parameter.defaultText == nil ? .refuse(obstacle) : .leave(obstacle) }
        guard let label = parameter.name else {
            return parameter.defaultText == nil ? .refuse(.unnamed) : .leave(.unnamed)
        }
        guard let text = parameter.defaultText, !(text == "nil" && type.isOptional) else {
            return .give(PlannedArgument(label: label, parameter: parameter, type: type, defaultText: nil))
        }
        if let obstacle = obstacle(default: text) { return .leave(obstacle) }
        return .give(PlannedArgument(label: label, parameter: parameter, type: type, defaultText: text))
    }

    private func obstacle(_ type: TypeText) -> ParameterReason? {
        switch type.modifier {
        case "inout": return .inout
        case "sending": return .sending
        default: break
        }
        if type.text.contains("@autoclosure") { return .autoclosure }
        if type.isFunction || type.names.contains(where: { isFunction($0, alone: type) }) { return .function }
        return type.isTuple ? .tuple : nil
    }

    private func isFunction(_ name: TypeText.Name, alone type: TypeText) -> Bool {
        module.functionAliases.contains(name.identifier) && type.plain.hasPrefix(name.spelling)
    }

    private func obstacle(default text: String) -> ParameterReason? {
        if text.contains("\"\"\"") || text.contains("\n") { return .longDefault }
        let identifiers = BalancedText(text).identifiers
        if let literal = identifiers.first(where: { $0.hasPrefix("#") && $0 != "#" }) {
            return .contextualDefault(literal)
        }
        return identifiers.first { module.hiddenNames.contains($0) }.map { .privateDefault($0) }
    }

    private func check(_ function: FunctionDeclaration, _ arguments: [PlannedArgument]) throws(Refusal) {
        var labels: Set<String> = []
        for argument in arguments where !labels.insert(argument.label).inserted {
            throw Refusal(.parameter(argument.label, .repeatedLabel))
        }
        // An argument without a label is that of the first parameter without one.
        var skipped: String?
        for parameter in function.parameters where parameter.label == nil {
            let isGiven = arguments.contains { $0.parameter == parameter }
            if isGiven, let skipped { throw Refusal(.parameter(skipped, .notOmittable)) }
            if !isGiven { skipped = parameter.name ?? "_" }
        }
    }
}

extension Declaration {
    /// Why nothing of this declaration can be exposed.
    var reason: Reason? {
        if access == .hidden { return .isPrivate }
        switch availability {
        case .everywhere: return nil
        case .limited: return .limitedAvailability
        case .deprecated: return .deprecated
        case .unavailable: return .unavailable
        }
    }
}
