import Foundation
import Moonwire
import MoonwireCore
import MoonwireSupport

/// `check FILE…`: reports the faults of scripts.
package struct CheckCommand: Command {
    package let name = "check"
    package let summary = "report the faults of scripts, without running the application"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Runs the scripts for each environment that they declare, builds nothing, and reports faults and warnings.
        \(wiring.scriptsHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        wiring.options(environment: "check for this environment only") + [
            Self.scope, Self.generatedTypes, Self.strict, Self.stamp, CheckFormat.option, .help,
        ]
    }
    package var example: String? { wiring.example("--environment prod") }

    private static let scope = Option(
        "--scope", ValueHint("NAME"), isRepeatable: true,
        help: "a scope that the application declares and opens; may be repeated")
    private static let generatedTypes = Option(
        "--generated-types", .file,
        help: "the types that `swift package generate-exposures` describes; a missing file is a warning")
    private static let strict = Option("--strict", help: "treat warnings as faults")
    private static let stamp = Option(
        "--stamp", .file, help: "an empty file to write if there are no faults, for build systems")

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if options.has("--types"), options.has(Self.generatedTypes.name) {
                throw UsageError.cannotCombine("--types", Self.generatedTypes.name)
            }
            let stamp = options.value(Self.stamp.name)
            if let stamp, !Self.canBeStamp(stamp) { throw UsageError.noStamp(stamp) }
            var scripts = try wiring.scripts(options.operands, options)
            scripts.scopes = options.values(Self.scope.name)
            let missing = try addGeneratedTypes(options, to: &scripts)
            let check = ScriptCheck(scripts, environment: options.value("--environment"))
            let status = try show(check.run(), missing, options, invocation.output)
            // The build system must not take faults that could not be shown for none.
            if status == .clean, invocation.output.failure == nil, let stamp {
                try Destination.replace(stamp, with: "")
            }
            return status
        }
    }

    /// Whether nothing is lost when a stamp is written to the path.
    private static func canBeStamp(_ path: String) -> Bool {
        var status = stat()
        guard SystemCalls.linkStatus(of: path, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Reads the description of the types; returns a warning if it does not exist.
    private func addGeneratedTypes(_ options: Options, to scripts: inout ScriptWiring) throws -> [Diagnostic] {
        guard let path = options.value(Self.generatedTypes.name), scripts.types == nil else { return [] }
        guard FileManager.default.fileExists(atPath: path) else { return [.missingTypes(path)] }
        scripts.types = try wiring.manifest(path)
        return []
    }

    private func show(
        _ report: ScriptCheck.Report, _ missing: [Diagnostic], _ options: Options, _ output: Console.Output
    ) throws -> Console.Status {
        let found = missing + report.diagnostics
        let diagnostics = options.has(Self.strict.name) ? found.map(\.strict) : found
        let summary = CheckSummary(report, diagnostics)
        try CheckFormat(options).write(diagnostics, summary, to: output)
        return summary.faults == 0 ? .clean : .faults
    }
}
