package import MoonwireValues

/// A function of a script that takes part in building a service.
package protocol ServiceFunction: AnyObject, Sendable {
    /// The line where the function begins.
    var location: ScriptLocation? { get }
    /// The line where the function ends.
    var lastLine: Int? { get }
    /// Whether it receives the arguments of its definition.
    var takesArguments: Bool { get }
    /// Created for an argument that receives the function itself.
    var value: any AnyObject & Sendable { get }
}
