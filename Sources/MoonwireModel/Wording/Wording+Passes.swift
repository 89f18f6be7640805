import MoonwireValues

// Messages about passes: what they report, and their errors.

extension Diagnostic.Code {
    /// A pass reported something.
    public static let reportedByPass = Diagnostic.Code("reported-by-pass")
    /// A pass threw an error.
    public static let passFailed = Diagnostic.Code("pass-failed")
}

extension Diagnostic {
    /// What a pass reports about a definition; nil for the wiring as a whole.
    static func reported(
        by pass: Pass, _ severity: Severity, _ message: String, _ definition: Definition?, _ path: [String]
    ) -> Diagnostic {
        // Each line of a report begins with a location, or is indented.
        let message = message.shortenedSentence.replacing("\n", with: "\n    ")
        guard let definition else {
            return Diagnostic(
                .reportedByPass, "\(pass.phrase): \(message)", at: pass.origin.location, severity: severity)
        }
        let location = path.isEmpty ? definition.origin.location : definition.location(of: path)
        return Diagnostic(
            .reportedByPass, "\(definition.phrase): \(message)", at: location, severity: severity,
            hints: [pass.report])
    }

    static func reportedMore(_ pass: Pass, _ severity: Severity, _ count: Int) -> Diagnostic {
        Diagnostic(
            .reportedByPass, "\(pass.phrase) reported \(count) more \(severity.rawValue)\(count == 1 ? "" : "s")",
            at: pass.origin.location, severity: severity)
    }

    /// A pass of the application changes a service when services are complete.
    static func changedByCheck(_ pass: Pass, _ change: Definition) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase) cannot change service \"\(change.id)\", because its stage is \"check\"",
            at: change.origin.location, hints: ["add it with `stage: .change`"])
    }

    /// More passes than a wiring needs.
    static func tooManyChangingPasses(_ pass: Pass, limit: Int) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase): there are more than \(limit) passes of the stage \"change\"",
            at: pass.origin.location)
    }

    static func passFailed(_ pass: Pass, _ error: any Error) -> Diagnostic {
        let failure = (error as? any ScriptFailure)?.diagnostic ?? (error as? ContainerError)?.diagnostics.first
        let location = failure?.location ?? pass.origin.location
        let hints = location == pass.origin.location ? [] : pass.origin.location.map { ["the pass is at \($0)"] } ?? []
        return Diagnostic(
            .passFailed, "\(pass.phrase) failed: \(failure?.message ?? "\(error)")", at: location,
            suggestions: failure?.suggestions ?? [], hints: (failure?.hints ?? []) + hints)
    }
}
