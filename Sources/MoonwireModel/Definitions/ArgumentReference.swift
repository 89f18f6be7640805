package import MoonwireValues

/// A placeholder for a value that is given when the service is resolved: `argument "user"`.
package final class ArgumentReference: Sendable {
    package let name: String
    /// The value if none is given; nil if one must be given.
    package let defaultValue: WiredValue?
    /// The position among all arguments of the scripts, in the order in which these are run.
    let rank: Int
    package let location: ScriptLocation?

    package init(_ name: String, default value: WiredValue? = nil, rank: Int = 0, location: ScriptLocation? = nil) {
        self.name = name
        defaultValue = value
        self.rank = rank
        self.location = location
    }

    func with(default value: WiredValue) -> ArgumentReference {
        ArgumentReference(name, default: value, rank: rank, location: location)
    }
}

/// The arguments that a reference passes to its service: `ref("report", { user = param "admin" })`.
package final class PassedArguments: Sendable {
    /// In name order.
    package let values: [LabeledValue]
    /// Whether the arguments of the service that contains the reference are passed on too: those of a decorator, to the service that
    /// it wraps.
    package let passesOn: Bool

    package init(_ values: [LabeledValue], passesOn: Bool = false) {
        self.values = values
        self.passesOn = passesOn
    }

    func mapValues(_ change: (LabeledValue) throws -> WiredValue) rethrows -> PassedArguments {
        PassedArguments(try values.map { LabeledValue($0.label, try change($0)) }, passesOn: passesOn)
    }
}

extension WiredValue {
    /// The values in a reference or an argument: those that it passes, or its default; none for any other value.
    package var innerValues: [LabeledValue] {
        switch self {
        case .reference(let reference): reference.arguments?.values ?? []
        case .argument(let argument): argument.defaultValue.map { [LabeledValue("default", $0)] } ?? []
        default: []
        }
    }

    /// Whether the value contains services that only the whole graph determines.
    package var hasPlaceholders: Bool {
        switch self {
        case .placeholder: true
        case .list(let elements): elements.contains(where: \.hasPlaceholders)
        case .map(let entries): entries.values.contains(where: \.hasPlaceholders)
        case .keyedMap(let entries): entries.contains(where: \.value.hasPlaceholders)
        case .inline(let definition): definition.hasPlaceholders
        case .reference(let reference):
            reference.isDroppable || reference.kind == .built || innerValues.contains(where: \.value.hasPlaceholders)
        case .argument: innerValues.contains(where: \.value.hasPlaceholders)
        case .value, .template, .parameter, .environment, .preference, .function, .object: false
        }
    }

    /// Visits every argument in the value, including those in services without an id.
    func visitArguments(_ visit: (ArgumentReference) -> Void) {
        if case .argument(let argument) = self { visit(argument) }
        switch self {
        case .list(let elements): for element in elements { element.visitArguments(visit) }
        case .map(let entries): for (_, entry) in entries { entry.visitArguments(visit) }
        case .keyedMap(let entries): for entry in entries { entry.value.visitArguments(visit) }
        case .inline(let definition): definition.visitValues { value, _ in value.visitArguments(visit) }
        case .reference, .argument: for inner in innerValues { inner.value.visitArguments(visit) }
        case .value, .template, .parameter, .environment, .preference, .function, .object, .placeholder: break
        }
    }
}
