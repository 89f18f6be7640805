import Moonwire
import MoonwireCore

/// The last line of a check.
struct CheckSummary {
    private let report: ScriptCheck.Report

    init(_ report: ScriptCheck.Report) {
        self.report = report
    }

    var sentence: String {
        let faults = count(.fault)
        let warnings = count(.warning)
        let found = [
            faults == 0 ? "no faults" : Self.counted(faults, "fault"),
            warnings == 0 ? nil : Self.counted(warnings, "warning"),
        ].compactMap(\.self).joined(separator: ", ")
        let environments = Self.counted(report.environments.count, "environment")
        guard faults == 0 else { return "\(found) in \(environments)" }
        let services = Self.counted(report.serviceCount, "service")
        return "\(found) in \(environments) (\(services), \(Self.counted(report.parameterCount, "parameter")))"
    }

    private func count(_ severity: Diagnostic.Severity) -> Int {
        report.diagnostics.count { $0.severity == severity }
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
