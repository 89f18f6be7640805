extension SmallWiring.Definition {
    /// All values that it states.
    var values: [SmallWiring.Value] {
        positional + arguments.sorted { $0.key < $1.key }.map(\.value) + notes + calls
    }

    private var notes: [SmallWiring.Value] {
        setters.compactMap { if case .note(let value) = $0 { value } else { nil } }
    }
}

extension SmallWiring.Value {
    var hasArgument: Bool {
        switch self {
        case .argument: true
        case .list(let elements): elements.contains(where: \.hasArgument)
        case .map(let entries): entries.values.contains(where: \.hasArgument)
        case .inline(let definition): definition.values.contains(where: \.hasArgument)
        default: false
        }
    }

    /// Whether a setter or a call is left out, because its service is not defined.
    func isLeftOut(isDefined: (String) -> Bool) -> Bool {
        if case .optional(let id, let isDropped) = self { isDropped && !isDefined(id) } else { false }
    }
}
