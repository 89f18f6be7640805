/// A closure of the application that makes a service's instance, as far as its type tells something.
public struct SwiftFactory: Sendable {
    /// What makes the instance; copies of a factory share it, so it tells closures apart.
    package let body: any FactoryBody
    /// The type that it makes, and what it may be asked for as.
    package let exposed: (any ExposedType)?
    package let product: any ProvidedType
    package let isSendable: Bool

    package init(
        _ body: any FactoryBody, makes product: any ProvidedType, exposed: (any ExposedType)?, isSendable: Bool
    ) {
        self.body = body
        self.product = product
        self.exposed = exposed
        self.isSendable = isSendable
    }
}

/// A closure of the application, which only the container can call.
package protocol FactoryBody: AnyObject, Sendable {}
