import Moonwire
import MoonwireCore
import MoonwireValues

/// The result of a check, with counts.
struct CheckSummary: Encodable {
    /// The first hundred diagnostics, as in the text.
    let diagnostics: [Entry]
    /// The number of the other diagnostics.
    let omitted: Int
    let faults: Int
    let warnings: Int
    let environments: [String]
    let services: Int
    let parameters: Int

    /// A diagnostic in JSON.
    struct Entry: Encodable {
        let severity: Diagnostic.Severity
        let code: Diagnostic.Code
        let message: String
        let location: ScriptLocation?
        let suggestions: [String]
        let path: [String]
        let hints: [String]
    }

    /// The diagnostics are those of the report, possibly with other severities.
    init(_ report: ScriptCheck.Report, _ all: [Diagnostic]) {
        let shown = all.firstShown
        diagnostics = shown.map(Entry.init)
        omitted = all.count - shown.count
        faults = all.count { $0.severity == .fault }
        warnings = all.count { $0.severity == .warning }
        environments = report.environments
        services = report.serviceCount
        parameters = report.parameterCount
    }

    /// The last line of a check.
    var sentence: String {
        let found = [
            faults == 0 ? "no faults" : .counted(faults, "fault"),
            warnings == 0 ? nil : .counted(warnings, "warning"),
        ].compactMap(\.self).joined(separator: ", ")
        let environments = String.counted(self.environments.count, "environment")
        guard faults == 0 else { return "\(found) in \(environments)" }
        return
            "\(found) in \(environments) (\(String.counted(services, "service")), \(String.counted(parameters, "parameter")))"
    }
}

extension CheckSummary.Entry {
    fileprivate init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity
        code = diagnostic.code
        message = diagnostic.message
        location = diagnostic.location
        suggestions = diagnostic.suggestions
        path = diagnostic.path
        hints = diagnostic.hints
    }
}
