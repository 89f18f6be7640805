import MoonwireCore
import MoonwireValues

// Sentences about the words that stand for services.

extension Diagnostic {
    /// A word where a reference should stand.
    static func misplacedWord(_ word: String, _ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "\(subject): `\(word)` does not say which service", at: location,
            hints: ["write `\(word) \"id\"`"])
    }

    static func fieldOfReference(_ name: String, _ value: WiredValue?, at location: ScriptLocation?) -> Diagnostic {
        guard case .reference(let reference) = value else {
            return Diagnostic(.wrongKind, "a reference has no field \"\(name)\"", at: location)
        }
        let word = reference.kind.rawValue
        return Diagnostic(
            .wrongKind, "`\(word) \"\(reference.id)\"` is a reference, and has no field \"\(name)\"", at: location,
            hints: ["an id with dots stands in brackets: `\(word)[\"\(reference.id).\(name)\"]`"])
    }
}
