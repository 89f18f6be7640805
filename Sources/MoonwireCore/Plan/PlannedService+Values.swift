import MoonwireValues

extension PlannedService.Maker {
    /// The same with other values.
    func mapValues(_ change: (PlannedValue) -> PlannedValue) -> PlannedService.Maker {
        switch self {
        case .call(let callable, let arguments): .call(callable, arguments.mapValues(change))
        case .method(let callable, let receiver, let arguments):
            .method(callable, of: change(receiver), arguments.mapValues(change))
        case .lateMethod(let name, let receiver, let arguments): .lateMethod(name, of: change(receiver), arguments)
        case .function(let function, let arguments?):
            .function(
                function,
                PlannedService.FunctionArguments(
                    positional: arguments.positional.map(change),
                    named: arguments.named.map { ($0.name, change($0.value)) }))
        case .function(_, nil), .swift, .supplied: self
        }
    }
}

extension PlannedService.Step {
    /// The same with other values.
    func mapValues(_ change: (PlannedValue) -> PlannedValue) -> PlannedService.Step {
        switch self {
        case .set(let property, let value): .set(property, change(value))
        case .lateSet(let name, let value): .lateSet(name, change(value))
        case .call(let callable, let arguments): .call(callable, arguments.mapValues(change))
        case .lateCall, .configure: self
        }
    }
}

extension PlannedArguments {
    /// The same with other values.
    func mapValues(_ change: (PlannedValue) -> PlannedValue) -> PlannedArguments {
        PlannedArguments(values.map { $0.map(change) })
    }
}

extension PassedValues {
    /// The same with other values.
    func mapValues(_ change: (PlannedValue) -> PlannedValue) -> PassedValues {
        PassedValues(values.map { ($0.name, change($0.value)) }, passesOn: passesOn)
    }
}

extension PlannedValue {
    /// The same value with other parts; `change` returns nil for a part that stays, whose own parts are then visited.
    func mapParts(_ change: (PlannedValue) -> PlannedValue?) -> PlannedValue {
        if let changed = change(self) { return changed }
        switch content {
        case .list(let elements):
            let changed = elements.map { $0.mapParts(change) }
            return zip(elements, changed).allSatisfy(===) ? self : PlannedValue(.list(changed), isSecret: isSecret)
        case .map(let entries):
            let changed = entries.map { (key: $0.key, value: $0.value.mapParts(change)) }
            let isSame = zip(entries, changed).allSatisfy { $0.value === $1.value }
            return isSame ? self : PlannedValue(.map(changed), isSecret: isSecret)
        default: return self
        }
    }
}
