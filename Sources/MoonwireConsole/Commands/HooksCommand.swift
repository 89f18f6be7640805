import Moonwire
import MoonwireCore

/// `hooks FILE…`: lists the hooks in the order in which they run.
package struct HooksCommand: Command {
    package let name = "hooks"
    package let summary = "list the hooks in the order in which they run, and the services that they match"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Lists the hooks of each event in the order in which they run: their targets, their priorities, where they
        are written, and the services that their targets match.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        [
            Option(
                "--event", .choice(HookEvent.allCases.map(\.rawValue)).named("EVENT"), help: "only hooks of that event")
        ]
            + wiring.options() + [Format.option, .help]
    }
    package var example: String? { wiring.example("--event created") }

    package func run(_ invocation: Invocation) -> Console.Status {
        list(wiring, invocation, orNothing: "no hooks", rows: rows) { inspection, options in
            let event = options.value("--event")
            return HookEvent.allCases.flatMap { known in
                inspection.hooks.filter { $0.event == known && (event == nil || event == known.rawValue) }
            }
        }
    }

    private func rows(_ hook: HookInspection) -> [[String]] {
        let details = [hook.priority == 0 ? nil : "priority \(hook.priority)", hook.isOnce ? "once" : nil]
        let target = hook.target.map { "\"\($0)\"" } ?? ""
        return [
            [
                hook.event.rawValue, target, details.compactMap(\.self).joined(separator: ", "),
                hook.services.map { $0.isEmpty ? "no service" : $0.joined(separator: ", ").shortened } ?? "",
                hook.location.words,
            ]
        ] + (hook.caller.map { [["", "", "", "", "called from \($0)"]] } ?? [])
    }
}
