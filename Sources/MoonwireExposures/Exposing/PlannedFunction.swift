/// An initializer or a method with the arguments that scripts give.
struct PlannedFunction: Sendable {
    let function: FunctionDeclaration
    let arguments: [PlannedArgument]
    /// Whether the type has other functions of this name.
    let isOverloaded: Bool
    /// Whether the type has other functions of this name with the same labels.
    let isAmbiguous: Bool

    /// Whether the function itself is passed, instead of a closure that calls it.
    var isReference: Bool {
        guard !isAmbiguous, function.isolation == .none, arguments.count == function.parameters.count else {
            return false
        }
        guard !arguments.contains(where: { $0.type.modifier != nil }) else { return false }
        return !arguments.isEmpty || (function.role != .initializer && !isOverloaded)
    }

    /// Whether the parameters of the closure need types, because several functions could be meant.
    var needsTypes: Bool { !isReference && isOverloaded && !arguments.isEmpty }

    /// Whether a closure must await the call.
    var isAwaited: Bool { function.isAsync || function.isolation != .none }
}

/// An argument that scripts give.
struct PlannedArgument: Sendable {
    let label: String
    let parameter: Parameter
    let type: TypeText
    let defaultText: String?
}
