import Moonwire
import MoonwireCore

/// `explain ID FILE…`: describes one service.
package struct ExplainCommand: Command {
    package let name = "explain"
    package let summary = "describe one service: its values, what it needs, and what needs it"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Describes how one service is built: its type or factory, its values with their lines, what it needs, what needs
        it, the rules that fill its slots, and the hooks that run for it. Secrets are masked.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { [Operand(.id)] + wiring.files }
    package var options: [Option] { wiring.options() + [Format.option, .help] }
    package var example: String? { wiring.example("mailer") }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            guard let id = options.operands.first else { throw UsageError.whichService }
            let files = Array(options.operands.dropFirst())
            return try wiring.tell(files, options, invocation.output, of: id) { inspection in
                guard let service = inspection.service(id) else {
                    throw UsageError.unknownService(id, known: (inspection.services + inspection.abstracts).map(\.id))
                }
                let explanation = Explanation(service, in: inspection, running: runs(files, options))
                try Format(options).write(explanation.lines, json: explanation.data, to: invocation.output)
            }
        }
    }

    /// The instances of the running container, if the call inspects it.
    private func runs(_ files: [String], _ options: Options) -> [HeldInstance]? {
        wiring.readsScripts(files, options) ? nil : wiring.container?.instances
    }
}
