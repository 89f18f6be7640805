import Moonwire
import MoonwireCore

/// `start --dry-run FILE…`: shows what the start of a container does.
package struct StartCommand: Command {
    package let name = "start"
    package let summary = "show in which order a container starts the services"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Shows what `container.start()` does, without doing it: the steps, the services of each step, which start
        concurrently, and what is done with their instances. A step begins when what it needs has started. What
        factories in Swift and functions request is known only when they run.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        [Option("--dry-run", help: "required: only show the order")] + wiring.options() + [Format.option, .help]
    }
    package var example: String? { wiring.example("--dry-run") }

    package func run(_ invocation: Invocation) -> Console.Status {
        list(wiring, invocation, orNothing: "nothing to start", rows: rows) { inspection, options in
            guard options.has("--dry-run") else {
                throw UsageError("\"start\" only shows the order of a start: add \"--dry-run\"")
            }
            return inspection.starts
        }
    }

    private func rows(_ start: StartInspection) -> [[String]] {
        let actions = start.actions.isEmpty ? "build" : start.actions.joined(separator: ", ")
        let after = start.after.isEmpty ? "" : "after " + start.after.joined(separator: ", ")
        return [["\(start.step)", start.id, actions, after, start.location.words]]
    }
}
