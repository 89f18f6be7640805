import MoonwireCore
import MoonwireValues

// Messages about passes of scripts.

extension Diagnostic {
    /// A pass reports by calling methods, so what it returns is probably a mistake.
    static func returnedFromPass(_ found: String) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "the function returned \(found), which has no effect", at: nil,
            hints: ["`report.fault(\"message\", definition)` reports a fault"])
    }

    static func notInChanges(_ word: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unavailableWhileReading, "\(word) describes the wiring and cannot be used in a pass", at: location,
            hints: ["`extend(definition) { … }` changes a service"])
    }

    static func endedReference(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): the reference was made by a pass that has ended", at: location,
            hints: ["write it in this pass, or outside of passes"])
    }

    static func noPassRuns(_ word: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unavailableWhileReading, "\(word) has no effect after the pass has returned", at: location)
    }

    static func unknownDefinition(
        _ id: String, _ word: String, near suggestions: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(word): service \"\(id)\" is not defined", at: location, suggestions: suggestions)
    }

    static func passWithoutComponents(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidPass, "pass.boundaries needs \"components\"", at: location,
            hints: ["`components = { domain = { services = \"tag:domain\" }, … }`"])
    }

    static func componentWithoutServices(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidPass, "pass.boundaries: component \"\(name)\" needs \"services\"", at: location,
            hints: ["`services = { \"tag:\(name)\" }`"])
    }
}
