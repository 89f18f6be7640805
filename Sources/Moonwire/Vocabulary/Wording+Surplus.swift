import MoonwireCore
import MoonwireValues

// Sentences about calls with more arguments than what is called takes.

extension Diagnostic {
    static func surplusArguments(
        _ word: String, _ most: Int, _ given: Int, _ usage: String, at location: ScriptLocation?
    ) -> Diagnostic {
        surplus(word, most, given, hint: "write `\(usage)`", at: location)
    }

    /// A call of an exposed method; the object itself does not count.
    static func surplusArguments(
        _ method: String, _ signature: Signature, given: Int, at location: ScriptLocation?
    ) -> Diagnostic {
        surplus(method, signature.arguments.count, given, hint: "it takes \(signature.argumentList)", at: location)
    }

    private static func surplus(
        _ callee: String, _ most: Int, _ given: Int, hint: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .surplusArguments, "\(callee) takes \(most) argument\(most == 1 ? "" : "s"), got \(given)", at: location,
            hints: [hint])
    }
}
