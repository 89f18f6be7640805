public import MoonwireValues

/// A function of a script that the container can call while it builds a service.
public protocol CallableServiceFunction: ServiceFunction {
    /// Makes an instance; `call` gives the arguments that the definition lists, if it lists any.
    func make(_ resolver: Resolver, arguments: ServiceArguments?) throws -> AnyObject?
    /// Works on an instance that was just built.
    func configure(_ instance: AnyObject, _ resolver: Resolver) throws
}

/// The arguments that a definition lists for its function, readable while the function is called.
public struct ServiceArguments {
    /// The arguments written by position.
    public let positional: [ValueReader]
    /// The arguments written by name, in name order.
    public let named: [(name: String, value: ValueReader)]
}

extension ServiceFunction {
    /// The same function, to be called. Nothing makes a function for a definition that cannot be called.
    var callable: any CallableServiceFunction {
        guard let callable = self as? any CallableServiceFunction else {
            preconditionFailure("Moonwire: a function of a definition cannot be called")
        }
        return callable
    }
}
