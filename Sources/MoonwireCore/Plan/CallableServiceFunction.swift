package import MoonwireValues

/// A function of a script that the container can call while it builds a service.
package protocol CallableServiceFunction: ServiceFunction {
    /// Creates an instance; `call` provides the arguments of the definition, if any.
    func make(_ resolver: ServiceResolver, arguments: ListedArguments?) throws -> AnyObject?
    /// Completes an instance that was just built.
    func configure(_ instance: AnyObject, _ resolver: ServiceResolver) throws
    /// Does something with an instance, and returns what it found; nothing is no problem.
    func check(_ instance: AnyObject, _ resolver: ServiceResolver) throws -> HealthVerdict
    /// Makes the value of a slot; `read` reads it, unless there is none.
    ///
    /// `owner` is the object with the slot; nil for a slot without an owner.
    func value<Value>(
        for owner: AnyObject?, _ resolver: ServiceResolver, read: (ValueReader) throws -> Value
    ) throws -> Value?
    /// Passes the state of an instance to the one that replaces it.
    func handOver(_ former: AnyObject, to instance: AnyObject, _ resolver: ServiceResolver) throws
}

/// The arguments that a definition lists for its function, readable while the function is called.
package struct ListedArguments {
    /// The arguments written by position.
    package let positional: [ValueReader]
    /// The arguments written by name, in name order.
    package let named: [(name: String, value: ValueReader)]
}

extension ServiceFunction {
    /// The same function as a callable one.
    ///
    /// A definition never contains a function that cannot be called.
    var callable: any CallableServiceFunction {
        guard let callable = self as? any CallableServiceFunction else {
            preconditionFailure("Moonwire: a function of a definition cannot be called")
        }
        return callable
    }
}
