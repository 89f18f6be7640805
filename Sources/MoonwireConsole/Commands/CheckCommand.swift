import Moonwire
import MoonwireCore

/// `check FILE…`: says what is wrong with scripts, without the application or inside it.
public struct CheckCommand: Command {
    public let name = "check"
    public let summary = "report the faults of scripts, without running the application"
    private let wiring: Wiring

    public init(_ wiring: Wiring = Wiring()) {
        self.wiring = wiring
    }

    public var details: String {
        """
        Runs the scripts for each environment that they declare, builds nothing, and reports faults and warnings.
        \(wiring.filesHelp)
        """
    }

    public var operands: [Operand] { [Operand(.file, isOptional: !wiring.scripts.isEmpty, isRepeatable: true)] }
    public var options: [Option] {
        wiring.options(environment: "check for this environment only") + [Format.option, .help]
    }
    public var example: String? { wiring.example("--environment prod") }

    public func run(_ invocation: Invocation) -> CommandStatus {
        answer(invocation) { options in
            let check = ScriptCheck(
                try wiring.scripts(options.operands, options), environment: options.value("--environment"))
            return try show(check.run(), Format(options), invocation.output)
        }
    }

    private func show(_ report: ScriptCheck.Report, _ format: Format, _ output: Output) throws -> CommandStatus {
        let summary = CheckSummary(report)
        try format.write(report.diagnostics.shown + [summary.sentence], json: summary, to: output)
        return summary.faults == 0 ? .clean : .faults
    }
}
