import MoonwireCore
import MoonwireValues

// Sentences about tags, decorators and defaults.

extension Diagnostic {
    static func attributeOfNoTag(_ name: String, _ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidTag, "\(subject): \"tags\" is a list, but \"\(name)\" is an attribute", at: location,
            hints: ["give the tag its own table: tags = { { \"name\", \(name) = … } }"])
    }

    static func placeholderInParameters(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidTag,
            "parameters: `tagged`, `typed`, `auto`, `inner`, `drop`, and `built` cannot be used in parameters",
            at: location, hints: ["write them in the arguments of the service"])
    }

    static func defaultsTooLate(after service: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .conflictingDefinition, "defaults: they apply to the whole file, which already defines \(service)",
            at: location, hints: ["write them before the first service"])
    }
}
