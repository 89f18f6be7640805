public import MoonwireValues

/// A function of a script that takes part in building a service.
public protocol ServiceFunction: AnyObject, Sendable {
    /// Where the function begins.
    var location: ScriptLocation? { get }
    /// The number of the line where it ends.
    var lastLine: Int? { get }
    /// What an argument receives that the function itself is given to.
    var value: any AnyObject & Sendable { get }
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
