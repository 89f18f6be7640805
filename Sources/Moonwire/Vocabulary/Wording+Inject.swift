import MoonwireCore
import MoonwireValues

// Sentences about the words `inject` and `skip`.

extension Diagnostic {
    static func noSlotsMeant(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "inject: it has no \"slot\", \"type\", \"protocol\", \"owner\", or \"where\"", at: location,
            hints: ["give it a `slot`, a `type`, a `protocol`, an `owner`, or a `where`"])
    }

    static func subclassesOfNoOwner(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .conflictingDefinition, "\(subject): \"subclasses\" requires \"owner\" or \"slot\"", at: location)
    }

    static func nothingGoesIn(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "inject: it has no \"value\"", at: location,
            hints: ["give it a `value`, or `value = skip` to leave the slots alone"])
    }

    static func returnedTokenForSlot(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "the function of a rule returned a reference instead of a value", at: location,
            hints: ["return `c.get(\"id\")`"])
    }

    static func misplacedSkip(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): `skip` is not a value", at: location,
            hints: ["it is only allowed as `inject { …, value = skip }`; use `null` for an empty value"])
    }
}
