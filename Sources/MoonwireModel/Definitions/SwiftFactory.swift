/// The description of a closure of the application that creates an instance: the properties of its result type.
package struct SwiftFactory: Sendable {
    /// Creates the instance; copies of a factory share it, so it identifies the closure.
    package let body: any FactoryBody
    /// The type that it creates, and the types as which it can be resolved.
    package let exposed: (any ExposedType)?
    package let product: any ProvidedType
    package let isSendable: Bool
    /// Whether the closure is asynchronous.
    package let isAsync: Bool
    /// The arguments that each call receives in addition to the resolver.
    package let arguments: [ArgumentDescription]

    package init(
        _ body: any FactoryBody, makes product: any ProvidedType, exposed: (any ExposedType)?, isSendable: Bool,
        isAsync: Bool = false, arguments: [ArgumentDescription] = []
    ) {
        self.body = body
        self.isAsync = isAsync
        self.arguments = arguments
        self.product = product
        self.exposed = exposed
        self.isSendable = isSendable
    }
}

/// A closure of the application, which only the container calls.
package protocol FactoryBody: AnyObject, Sendable {}

/// A closure of the library that returns the same value each time.
package protocol ConstantFactoryBody: FactoryBody {
    /// The value; nil if a closure of the application makes it.
    var constant: (any Sendable)? { get }
}
