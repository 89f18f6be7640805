/// What makes the instance.
package enum Construction: Sendable {
    /// An initializer of the named type.
    case type(TextTemplate)
    /// A method of another service.
    case method(of: WiredValue, name: TextTemplate)
    /// A static method: `Type.method`.
    case staticMethod(TextTemplate)
    /// A function of the script.
    case function(any ServiceFunction)
    /// A closure of the application.
    case swift(SwiftFactory)
    /// Nothing: the application supplies the instance, of the given type if there is one.
    case synthetic(type: TextTemplate?)
    /// Another name of a service.
    case alias(of: ServiceReference)
}

/// Arguments by position, by label, or both.
package struct Arguments: Sendable {
    package var positional: [WiredValue] = []
    package var labeled: [LabeledValue] = []
    /// Whether those by position follow the ones of the parent, until the definition has what it inherits.
    package var appends = false
    /// Who says that the arguments which are not given are wired by their types; nil if nobody does.
    package var auto: AutoArguments?
    /// The index of the initializer for which they were wired; nil if their labels determine it.
    package var initializer: Int?

    package init() {}

    /// Whether no value is given.
    package var isEmpty: Bool { positional.isEmpty && labeled.isEmpty }
}

/// Who says that arguments are wired by their types.
package enum AutoArguments: Sendable {
    /// The definition, or its parent: `args = auto`.
    case definition
    /// The defaults of the file.
    case defaults
}

/// A value with the label of the argument that it is meant for.
package struct LabeledValue: Sendable {
    package let label: String
    package let value: WiredValue

    package init(_ label: String, _ value: WiredValue) {
        self.label = label
        self.value = value
    }
}

/// A property that is set after the instance was made.
package struct Setter: Sendable {
    package let name: String
    package let value: WiredValue
    /// The path of the field in the table of the definition.
    package let path: [String]

    package init(name: String, value: WiredValue, path: [String]) {
        self.name = name
        self.value = value
        self.path = path
    }
}

/// A method that is called after the properties were set.
package struct MethodCall: Sendable {
    package let method: String
    package let arguments: Arguments
    /// The number of the call in the table of the definition, from 1.
    package let number: Int

    package init(method: String, arguments: Arguments, number: Int) {
        self.method = method
        self.arguments = arguments
        self.number = number
    }
}
