import Moonwire
import MoonwireCore

/// `explain ID FILE…`: tells all that is known of one service.
public struct ExplainCommand: Command {
    public let name = "explain"
    public let summary = "tell all about one service: its values, what it needs, and who needs it"
    private let wiring: Wiring

    public init(_ wiring: Wiring = Wiring()) {
        self.wiring = wiring
    }

    public var details: String {
        """
        Tells how one service is built: what makes it, its values with the lines that said so, what it needs, who needs
        it, the rules that reach its slots, and the hooks that run for it. Secrets are masked.
        \(wiring.filesHelp)
        """
    }

    public var operands: [Operand] { [Operand(.id), wiring.files] }
    public var options: [Option] { wiring.options() + [Format.option, .help] }
    public var example: String? { wiring.example("mailer") }

    public func run(_ invocation: Invocation) -> CommandStatus {
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

    /// The instances of the running container, if that is what the call is about.
    private func runs(_ files: [String], _ options: Options) -> [HeldInstance]? {
        wiring.readsScripts(files, options) ? nil : wiring.container?.instances
    }
}
