/// What makes the instance.
public enum Construction: Sendable {
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
public struct Arguments: Sendable {
    public var positional: [WiredValue] = []
    public var labeled: [LabeledValue] = []

    public init() {}

    public var isEmpty: Bool { positional.isEmpty && labeled.isEmpty }
}

/// A value with the label of the argument that it is meant for.
public struct LabeledValue: Sendable {
    public let label: String
    public let value: WiredValue

    public init(_ label: String, _ value: WiredValue) {
        self.label = label
        self.value = value
    }
}

/// A property that is set after the instance was made.
public struct Setter: Sendable {
    public let name: String
    public let value: WiredValue
    /// The field's place in the definition's table.
    public let path: [String]

    public init(name: String, value: WiredValue, path: [String]) {
        self.name = name
        self.value = value
        self.path = path
    }
}

/// A method that is called after the properties were set.
public struct MethodCall: Sendable {
    public let method: String
    public let arguments: Arguments

    public init(method: String, arguments: Arguments) {
        self.method = method
        self.arguments = arguments
    }
}
