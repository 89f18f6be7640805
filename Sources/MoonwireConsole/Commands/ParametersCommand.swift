import Moonwire
import MoonwireCore

/// `parameters FILE…`: lists the parameters, their values, and the lines that set them.
package struct ParametersCommand: Command {
    package let name = "parameters"
    package let summary = "list the parameters: as written, filled in, and where they are set"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Lists the parameters: as they are written, their values once other parameters and variables of
        the environment are filled in, and where they are set. Secrets are masked.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        [Option("--name", ValueHint("PATTERN"), help: "only names that match; * matches any characters, ? one")]
            + wiring.options() + [Format.option, .help]
    }
    package var example: String? { wiring.example("--name 'smtp.*'") }

    package func run(_ invocation: Invocation) -> Console.Status {
        list(wiring, invocation, orNothing: "no parameters", rows: rows) { inspection, options in
            try choose(inspection.parameters, options.value("--name"))
        }
    }

    private func choose(_ parameters: [ParameterInspection], _ name: String?) throws -> [ParameterInspection] {
        guard let name else { return parameters }
        let pattern = NamePattern(name)
        let chosen = parameters.filter { pattern.matches($0.name) }
        guard !chosen.isEmpty else {
            throw UsageError.nothing("parameter", with: "name", name, known: parameters.map(\.name))
        }
        return chosen
    }

    private func rows(_ parameter: ParameterInspection) -> [[String]] {
        [[parameter.name, parameter.value.written.shortened, parameter.origin.words]]
            + parameter.value.continuation.map { ["", $0] } + parameter.origin.remarks.map { ["", "", $0] }
    }
}

extension ValueInspection {
    /// The value with placeholders replaced, or the reason why it has none.
    var continuation: [String] {
        if let fault { return ["! \(fault)"] }
        guard let filled, filled != written else { return [] }
        return ["= \(filled.shortened)"]
    }
}
