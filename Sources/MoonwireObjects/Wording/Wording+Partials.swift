import MoonwireCore
import MoonwireValues

// Messages about `partial`.

extension Diagnostic {
    static func partialKey(_ key: String, _ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidPartial, "\(subject) cannot have the key \"\(key)\": each use of a partial builds a new object",
            at: location, hints: ["`service` defines an object that several uses share"])
    }
}
