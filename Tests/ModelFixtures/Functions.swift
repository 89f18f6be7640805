package import MoonwireModel
import MoonwireValues

/// A function of a script that is never called.
private final class SilentFunction: ServiceFunction {
    let location: ScriptLocation? = nil
    let lastLine: Int? = nil
    var value: any AnyObject & Sendable { self }
    var takesArguments: Bool { true }
}

/// A service that a function makes, which is never called.
package func function() -> Construction { .function(SilentFunction()) }
