public import MoonwireValues

/// A function of a script that takes part in building a service.
public protocol ServiceFunction: AnyObject, Sendable {
    /// Where the function begins.
    var location: ScriptLocation? { get }
    /// The number of the line where it ends.
    var lastLine: Int? { get }
    /// What an argument receives that the function itself is given to.
    var value: any AnyObject & Sendable { get }
}
