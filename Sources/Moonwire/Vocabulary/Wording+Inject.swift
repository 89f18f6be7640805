import MoonwireCore
import MoonwireValues

// Sentences about the words `inject` and `skip`.

extension Diagnostic {
    static func noSlotsMeant(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "inject: nothing says into which slots", at: location,
            hints: ["give it a `slot`, a `type`, a `protocol` or an `owner`"])
    }

    static func nothingGoesIn(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "inject: nothing says what goes in", at: location,
            hints: ["give it a `value`, or `value = skip` to leave the slots alone"])
    }

    static func functionForSlot(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "inject: \"value\" expects a value, not a function", at: location,
            hints: ["`value = inline { factory = function() … end }` puts in what a function makes"])
    }

    static func misplacedSkip(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "\(subject): `skip` is no value", at: location,
            hints: ["it stands in `inject { …, value = skip }` alone; `null` is the value that is nothing"])
    }
}
