/// The line, or the lines, of an exposed initializer or method.
struct FunctionText {
    let planned: PlannedFunction
    /// The name of the exposed type.
    let typeName: String

    func lines(indentedBy indentation: String) -> [String] {
        let summary = planned.function.declaration.comment.summary
        var layout = layout
        layout.isContinued = summary != nil
        let lines = layout.lines(indentedBy: indentation)
        // A call of several lines is continued at its beginning.
        let continuation = lines.count == 1 ? indentation + CallLayout.step : indentation
        return lines + DocumentationText(summary).lines(indentedBy: continuation)
    }

    private var function: FunctionDeclaration { planned.function }

    private var layout: CallLayout {
        let name = StringText.literal(function.name)
        let labels = planned.arguments.map { argument($0) }
        switch (function.role, planned.isReference) {
        case (.initializer, true): return CallLayout(callee: "Initializer", arguments: labels + ["body: \(reference)"])
        case (.initializer, false): return CallLayout(callee: "Initializer", arguments: labels, closure: closure)
        case (.method, true): return CallLayout(callee: "Method", arguments: [name, reference] + labels)
        case (.method, false): return CallLayout(callee: "Method", arguments: [name] + labels, closure: closure)
        case (.staticMethod, true):
            return CallLayout(callee: "StaticMethod", arguments: [name] + labels + ["body: \(reference)"])
        case (.staticMethod, false):
            return CallLayout(callee: "StaticMethod", arguments: [name] + labels, closure: closure)
        }
    }

    private var reference: String {
        let name = planned.isOverloaded ? function.fullName : function.name
        return "\(typeName).\(name)"
    }

    private func argument(_ argument: PlannedArgument) -> String {
        guard let text = argument.defaultText else { return StringText.literal(argument.label) }
        // A member without its type needs the type of the argument.
        let type = text.hasPrefix(".") ? "<\(argument.type.plain)>" : ""
        return "ExposedArgument\(type)(\(StringText.literal(argument.label)), default: \(text))"
    }

    private var closure: CallLayout.Closure {
        let isMethod = function.role == .method
        let parameters = planned.needsTypes ? typedParameters : nil
        let values = planned.arguments.indices.map { index in
            parameters == nil ? "$\(index + (isMethod ? 1 : 0))" : "a\(index)"
        }
        let arguments = zip(planned.arguments, values).map { argument, value in
            argument.parameter.label.map { "\($0): \(value)" } ?? value
        }
        let callee: String
        switch function.role {
        case .initializer: callee = typeName
        case .method: callee = "\(parameters == nil ? "$0" : "instance").\(function.name)"
        case .staticMethod: callee = "\(typeName).\(function.name)"
        }
        let effects = (function.isThrowing ? "try " : "") + (planned.isAwaited ? "await " : "")
        return CallLayout.Closure(parameters: parameters, effects: effects, function: callee, arguments: arguments)
    }

    private var typedParameters: [String] {
        let own = planned.arguments.enumerated().map { "a\($0): \($1.type.plain)" }
        return function.role == .method ? ["instance: \(typeName)"] + own : own
    }
}
