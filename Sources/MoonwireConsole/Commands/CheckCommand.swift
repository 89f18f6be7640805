import Moonwire
import MoonwireCore

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
        wiring.options(environment: "check for this environment only") + [Self.scope, Format.option, .help]
    }
    package var example: String? { wiring.example("--environment prod") }

    private static let scope = Option(
        "--scope", ValueHint("NAME"), isRepeatable: true,
        help: "a scope that the application declares and opens; may be repeated")

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            var scripts = try wiring.scripts(options.operands, options)
            scripts.scopes = options.values(Self.scope.name)
            let check = ScriptCheck(scripts, environment: options.value("--environment"))
            return try show(check.run(), Format(options), invocation.output)
        }
    }

    private func show(_ report: ScriptCheck.Report, _ format: Format, _ output: Console.Output) throws -> Console.Status
    {
        let summary = CheckSummary(report)
        try format.write(report.diagnostics.labeled + [summary.sentence], json: summary, to: output)
        return summary.faults == 0 ? .clean : .faults
    }
}
