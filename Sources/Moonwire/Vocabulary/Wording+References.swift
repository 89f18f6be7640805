import MoonwireCore
import MoonwireValues

// Sentences about the words that stand for services.

extension Diagnostic {
    /// A word where a reference should stand.
    static func misplacedWord(_ word: String, _ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): `\(word)` does not name a service", at: location,
            hints: ["write `\(word) \"id\"`"])
    }

    static func misplacedAuto(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): `auto` is not a value", at: location,
            hints: ["it is only allowed as `args = auto`, or as the last element of `args`: `{ port = 80, auto }`"])
    }

    static func misplacedInherited(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): `inherited` is not a value", at: location,
            hints: ["it is only allowed as the first element of `args` of a service: `{ inherited, 80 }`"])
    }

    static func inheritedWithoutParent(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): `inherited` needs a parent, whose arguments it represents", at: location,
            hints: ["name it: `parent = \"id\"`"])
    }

    static func nothingBound(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "bind: it has no \"name\" and no \"type\"", at: location,
            hints: ["give it the `name` of an argument, its `type`, or both"])
    }

    static func bindsNothing(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "bind: it has no \"value\"", at: location,
            hints: ["give it a `value`, or `value = null` for nil"])
    }

    /// A second argument of `ref` that is not a table with names.
    static func expectsArguments(
        _ word: String, _ id: String, found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(word) \(id.quoted) expects a table of named arguments, got \(found)", at: location,
            hints: ["write `\(word)(\(id.quoted), { name = value })`"])
    }

    /// A table of arguments for a service with a key or a value that is none.
    static func unreadableArguments(
        _ word: String, _ id: String, _ error: ConversionError, at location: ScriptLocation?
    ) -> Diagnostic {
        let part =
            error.path.isEmpty ? "the name of an argument" : "argument \(error.path.joined(separator: ".").quoted)"
        return Diagnostic(
            .unexpectedValue, "\(word) \(id.quoted): \(part) \(error.sentence)", at: location)
    }

    /// A field of a reference that does not exist.
    ///
    /// `name` is nil for a key that is not a string.
    static func fieldOfReference(_ name: String?, _ value: WiredValue?, at location: ScriptLocation?) -> Diagnostic {
        guard let name, let value else {
            return Diagnostic(.unexpectedValue, "a reference has no fields", at: location)
        }
        var diagnostic = Diagnostic(
            .unexpectedValue, "`\(value.written)` is a reference and has no field \"\(name)\"", at: location)
        if case .reference(let reference) = value {
            let word = reference.kind.word
            diagnostic.hints = ["write an id with dots in brackets: `\(word)[\"\(reference.id).\(name)\"]`"]
        }
        return diagnostic
    }
}
