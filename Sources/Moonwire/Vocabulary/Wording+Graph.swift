import MoonwireCore
import MoonwireValues

// Sentences about tags, decorators and defaults.

extension Diagnostic {
    static func attributeOfNoTag(_ name: String, _ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .tag, "\(subject): \"tags\" is a list, but \"\(name)\" is an attribute", at: location,
            hints: ["give the tag a table of its own: tags = { { \"name\", \(name) = … } }"])
    }

    static func placeholderInParameters(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .tag, "parameters: `tagged` and `inner` stand for services where they are built, not for parameters",
            at: location, hints: ["write them in the arguments of the service"])
    }

    static func defaultsTooLate(after service: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .conflict, "defaults: they count for the whole file, which has defined \(service) already",
            at: location, hints: ["write them before the first service"])
    }
}
